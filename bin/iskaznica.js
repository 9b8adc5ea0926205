#!/usr/bin/env node
/** `npx iskaznica <command>`: the operator commands, with the Node.js that npm brings (docs/decisions/0002-node-from-npm.md). */
import './required-node.js';
import './compiled-code.js';
import './thread-pool.js';
import { startProgram } from './program.js';

await startProgram('cli');
