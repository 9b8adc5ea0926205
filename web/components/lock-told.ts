import { ApiError } from '../../client/api-error.ts';

/** What the refusal of a password or code says: `(2/5)`, and for how many minutes the last attempt locks. */
const COUNTED = /\((\d+)\/(\d+)\)(?:.*?(\d+) minut)?/s;

const MINUTE_MS = 60_000;

export interface CountedTries {
  readonly count: number;
  readonly most: number;
  /** Milliseconds for which this attempt has locked the account; 0 when it has not. */
  readonly lockedFor: number;
}

/**
 * The attempt that locks the account is answered like the ones before it, only in words; the service says 423 and the time
 * from the next one on. Nobody should have to fail once more just to see the clock.
 */
export function countedTries(error: unknown): CountedTries | undefined {
  if (!(error instanceof ApiError) || error.status >= 423) return undefined;
  const [found, count, most, span] = COUNTED.exec(error.message) ?? [];
  if (found === undefined) return undefined;
  return { count: Number(count), most: Number(most), lockedFor: count === most ? Number(span ?? 0) * MINUTE_MS : 0 };
}
