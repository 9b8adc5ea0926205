import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type FileToJudge, judgedRows } from './judged-rows.ts';

// The parser makes an error of every row that is shorter or longer than the first; its stack costs more than the row.
Error.stackTraceLimit = 1;

/** A thread that answers each message with the next judged rows of a file, in the end with nothing (`judge-file.ts`). */
const batches = judgedRows(workerData as FileToJudge);
parentPort?.on('message', async () => parentPort?.postMessage((await batches.next()).value));

const KINDLIER = 10; // nice(2): a tenth of the weight where both want the core

// Whoever waits for an answer comes first. On Linux this is of the thread that calls; elsewhere it would be of the process.
try {
  if (process.platform === 'linux') setPriority(getPriority() + KINDLIER);
} catch {} // where it is not allowed nothing changes
