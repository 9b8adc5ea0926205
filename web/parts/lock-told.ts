import { ApiError } from '../../client/api-error.ts';
import { minutes } from '../../src/kernel/durations.ts';

/** What a refused password or code counts: `(2/5)`, and for how many minutes the last one locks. */
const COUNTED = /\((\d+)\/(\d+)\)(?:.*?(\d+) minut)?/s;

export interface CountedTries {
  readonly count: number;
  readonly most: number;
  /** Milliseconds for which this very try has locked the account; 0 where it has not. */
  readonly lockedFor: number;
}

/**
 * The try that locks is answered like the ones before it, in words alone; only from the next on the service says 423 and when
 * it is over. Whoever waits for the clock should not have to try once more in vain.
 */
export function countedTries(error: unknown): CountedTries | undefined {
  if (!(error instanceof ApiError) || error.status >= 423) return undefined;
  const [found, count, most, span] = COUNTED.exec(error.message) ?? [];
  if (found === undefined) return undefined;
  return { count: Number(count), most: Number(most), lockedFor: count === most ? minutes(Number(span ?? 0)) : 0 };
}
