import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type FileToValidate, validatedRows } from './validated-rows.ts';

// The parser creates an error for every row shorter or longer than the first; its stack costs more than the row.
Error.stackTraceLimit = 1;

/**
 * A thread that answers each message with the next batch of validated rows, finally with nothing (`validate-file.ts`).
 */
const batches = validatedRows(workerData as FileToValidate);
parentPort?.on('message', async () => parentPort?.postMessage((await batches.next()).value));

const KINDLIER = 10; // nice(2): a tenth of the weight where both want the core

// Requests come first. On Linux the priority is the calling thread's; elsewhere it would be the process's.
try {
  if (process.platform === 'linux') setPriority(getPriority() + KINDLIER);
} catch {} // without permission nothing changes
