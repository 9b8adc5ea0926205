import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { CLOCKS_DIFFER, type Clock, instantAt } from '../kernel/clock.ts';
import { days } from '../kernel/durations.ts';

/** More than a restart or a weekend of repairs takes. */
const LONGEST_GAP = days(2);
/** Long enough for NTP, or for whoever reads the log, to set the clock right. */
const DOUBTED_FOR = days(1);

/**
 * Whether the clock is to be doubted: since it was last asked for under this name it has gone on by days, and less than a day has
 * passed since then. Either the service was off for that long, or the clock is wrong. What a wrong clock deletes does not come back.
 */
export async function isClockDoubtful(database: Database, clock: Clock, name: string): Promise<boolean> {
  const now = clock.now();
  const trustedFrom = instantAt(now + DOUBTED_FOR);
  // One row of leases: `until` is when the clock was last asked for, `holder` from when on it is trusted.
  const row = { name: `clock of ${name}`, holder: '', until: instantAt(now) };
  const { holder } = await database.transaction((tx) =>
    tx
      .insertInto('leases')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({
          holder: sql<string>`case when leases.until < ${instantAt(now - LONGEST_GAP)} then ${trustedFrom} else leases.holder end`,
          until: row.until,
        }),
      )
      .returning('holder')
      .executeTakeFirstOrThrow(),
  );
  // A doubt from further ahead was about a clock that has been set back.
  return holder > row.until && holder <= instantAt(now + DOUBTED_FOR + CLOCKS_DIFFER);
}
