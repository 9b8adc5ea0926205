import { ApiError } from '../../../client/api-error.ts';

const waits = new WeakMap<Error, number>();

/**
 * When a retry makes sense (milliseconds since 1970); 0 for at once. Counted from when the error was first seen, by the
 * remaining seconds rather than the instant: device clocks are often wrong.
 */
export function waitUntilOf(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  const noted = waits.get(error);
  if (noted !== undefined) return noted;
  const told = error instanceof ApiError && [401, 423, 429, 503].includes(error.status) ? error.retryAfter : undefined;
  const wait = (told ?? 0) * 1000;
  const until = wait === 0 ? 0 : Date.now() + wait;
  waits.set(error, until);
  return until;
}

/** Of an error by whoever knows until when it holds. */
export const setWaitUntil = (error: Error, until: number): void => void waits.set(error, until);
