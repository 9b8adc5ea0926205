import { threadWork } from '../../platform/kernel/run-on-thread.ts';
import { recheckedRows } from './rechecked-rows.ts';

// The parser creates an error for every row shorter or longer than the first; its stack costs more than the row.
Error.stackTraceLimit = 1;

/** Reads a whole file once (`check-correction.ts`). */
await threadWork(recheckedRows);
