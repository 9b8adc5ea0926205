import { storeErrors } from '../database/store-errors.ts';
import { AppError } from '../kernel/app-error.ts';
import { seconds } from '../kernel/durations.ts';

/** A full, read-only or lost disk means the store is down, not a bug. @throws AppError `store.unavailable` (503) */
export function diskRefusal(cause: unknown): never {
  throw new AppError(storeErrors['store.unavailable'], { cause, retryAfter: seconds(5) });
}
