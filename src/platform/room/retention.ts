import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';

/** Data with a limited lifetime (GDPR art. 5(1)(e)). */
export interface RetentionRule {
  readonly name: string;
  readonly keptFor: Milliseconds;
  readonly what: string;
  /** Deletes at most `most` rows from before that instant; returns how many. */
  readonly forget: (tx: Tx, before: Instant, most: number) => Promise<number>;
}

/** Other upkeep in the same run; returns how many it affected. */
export interface RetentionTask {
  readonly name: string;
  readonly run: () => Promise<number>;
}
