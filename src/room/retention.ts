import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';

/** Something that is not kept for ever (GDPR art. 5(1)(e)). */
export interface RetentionRule {
  readonly name: string;
  readonly keptFor: Milliseconds;
  readonly what: string;
  /** Deletes at most so many rows from before that instant; returns how many. */
  readonly forget: (tx: Tx, before: Instant, most: number) => Promise<number>;
}

/** Something else that is looked after at the same time; tells how many it was done to. */
export interface RetentionTask {
  readonly name: string;
  readonly run: () => Promise<number>;
}
