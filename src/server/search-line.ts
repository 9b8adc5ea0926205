import { storeErrors } from '../database/store-errors.ts';
import { AppError } from '../kernel/app-error.ts';
import { type CallLine, callLine } from '../kernel/call-line.ts';
import { seconds } from '../kernel/durations.ts';

/** A page has a few requests in flight. */
const MOST_OF_A_CALLER = 16;
const LONGEST = 128;

/**
 * The line before routes that may look at thousands of rows: `atOnce` of them ask the store, so that others find it free, and
 * callers take turns. Without room it refuses with `store.unavailable` (503).
 */
export const searchLine = (atOnce: number): CallLine =>
  callLine({ atOnce, longest: LONGEST, perCaller: MOST_OF_A_CALLER, full: busy });

const busy = () => new AppError(storeErrors['store.unavailable'], { retryAfter: seconds(2) });
