import { isUniqueViolation } from '../../platform/database/store-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { documentErrors } from './documents-errors.ts';

/**
 * Converts the unique violation of a second yearbook of a year.
 * @throws AppError `documents.year_taken` (409), or the cause
 */
export function refuseTakenYear(cause: unknown): never {
  throw isUniqueViolation(cause, 'documents__year_unique')
    ? new AppError(documentErrors['documents.year_taken'], { cause })
    : cause;
}
