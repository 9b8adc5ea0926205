import { threadWork } from '../../platform/kernel/run-on-thread.ts';
import { inspectFile } from './inspect-file.ts';

// The parser creates an error for every row shorter or longer than the first; its stack costs more than the row.
Error.stackTraceLimit = 1;

/** Reads a whole file once (`file-inspector.ts`). */
await threadWork(inspectFile);
