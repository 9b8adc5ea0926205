#!/usr/bin/env node
/** `npx iskaznica <command>`: the operator commands, with the Node.js that npm brings (docs/decisions/0002-node-from-npm.md). */
import './compiled-code.js';
import './thread-pool.js';
import { startProgram } from './program.js';

const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  console.error(
    `Node.js ${process.versions.node} is too old. In the folder of Iskaznica, "npx iskaznica" brings its own.`,
  );
  process.exit(1);
}
await startProgram('cli');
