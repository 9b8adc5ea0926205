import { storeErrors } from '../database/store-errors.ts';
import { AppError } from '../kernel/app-error.ts';

/** A full, read-only or lost disk is the store being away, not a fault of the program. @throws AppError `store.unavailable` (503) */
export function diskRefusal(cause: unknown): never {
  throw new AppError(storeErrors['store.unavailable'], { cause, headers: { 'retry-after': '5' } });
}
