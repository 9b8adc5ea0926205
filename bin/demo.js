#!/usr/bin/env node
/** `npm run demo`: the service with invented people. */
import './required-node.js';
import './compiled-code.js';
import './thread-pool.js';
import './stop-with-npm.js';
import { startProgram } from './program.js';

await startProgram('demo');
