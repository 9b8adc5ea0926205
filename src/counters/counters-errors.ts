import { AppError, errorTable } from '../kernel/app-error.ts';

/** @public docs/errors.md is made from every table, declared by a route or not. */
export const countersErrors = errorTable({
  'counters.unavailable': {
    status: 503,
    detail: 'Usluga trenutačno ne može provjeriti ograničenja. Pokušajte ponovno za nekoliko sekundi.',
    when: 'The shared counters (Redis) are away or too slow. Limits and locks fail closed: nothing was let through.',
  },
});

/**
 * The one error for whatever goes wrong between us and Redis. Of the cause only its text is kept: the client's errors
 * carry the failed command with its arguments, and for a failed handshake those hold the password.
 */
export const countersUnavailable = (cause: unknown): AppError =>
  new AppError(countersErrors['counters.unavailable'], { headers: { 'retry-after': '2' }, cause: textOf(cause) });

const textOf = (cause: unknown): string => (cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown');
