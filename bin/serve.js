#!/usr/bin/env node
/** Starts the service. */
import './compiled-code.js';
import './thread-pool.js';
import './stop-with-npm.js';

await import('../src/main.ts');
