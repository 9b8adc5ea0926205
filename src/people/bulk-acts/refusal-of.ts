import { AppError } from '../../platform/kernel/app-error.ts';

/** A refusal concerns one person only; a bug or an unavailable store is thrown on. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError && error.definition.status < 500) return error;
  throw error;
}
