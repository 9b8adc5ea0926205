#!/usr/bin/env node
/** Starts the service. */
import './required-node.js';
import './compiled-code.js';
import './thread-pool.js';
import './stop-with-npm.js';
import { startProgram } from './program.js';

await startProgram('main');
