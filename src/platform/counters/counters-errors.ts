import { AppError, type CodesOf, declareRefusals } from '../kernel/app-error.ts';
import { seconds } from '../kernel/durations.ts';

/** @public docs/errors.md is made from every table, declared by a route or not. */
export const countersErrors = declareRefusals({
  'counters.unavailable': {
    status: 503,
    hr: 'Usluga trenutačno ne može provjeriti ograničenja. Pokušajte ponovno za nekoliko sekundi.',
    en: 'The service cannot check its limits right now. Try again in a few seconds.',
    when: 'The shared counters (Redis) are unavailable or too slow. Passwords and codes are not checked uncounted; whatever guesses nothing goes on.',
  },
});

declare module '../kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof countersErrors> {}
}

/**
 * The only error for failures between us and Redis. Only the cause's text is kept: the client's errors carry the failed
 * command, and for a failed handshake that holds the password.
 */
export const countersUnavailable = (cause: unknown): AppError =>
  new AppError('counters.unavailable', { retryAfter: seconds(2), cause: textOf(cause) });

export const isCountersUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'counters.unavailable';

const textOf = (cause: unknown): string => (cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown');
