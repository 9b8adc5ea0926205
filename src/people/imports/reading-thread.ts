import { parentPort, workerData } from 'node:worker_threads';
import { type CsvRecord, readRecords, type TableFile } from './read-records.ts';

// The parser creates an error for every row shorter or longer than the first; its stack costs more than the row.
Error.stackTraceLimit = 1;

/** A thread that answers each list of line numbers with the records there. Each list must lie further down than the last. */
const records = readRecords(workerData as TableFile);
let ahead: CsvRecord | undefined;

parentPort?.on('message', async (lines: readonly number[]) => parentPort?.postMessage(await take(new Set(lines))));

async function take(lines: ReadonlySet<number>): Promise<CsvRecord[]> {
  const last = Math.max(...lines);
  const found: CsvRecord[] = [];
  for (;;) {
    ahead ??= (await records.next()).value as CsvRecord | undefined;
    if (ahead === undefined || ahead.line > last) return found;
    if (lines.has(ahead.line)) found.push(ahead);
    ahead = undefined;
  }
}
