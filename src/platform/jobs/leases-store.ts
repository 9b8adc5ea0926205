import type { Db, Tx } from '../database/database.ts';
import type { TableOf } from '../database/define-table.ts';
import { BEFORE_ALL, type Instant } from '../kernel/clock.ts';
import type { leasesTable, watchedClocksTable } from './leases-table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    leases: TableOf<typeof leasesTable>;
    watched_clocks: TableOf<typeof watchedClocksTable>;
  }
}

/** Takes or renews the lease: one that has ended, lasts beyond `longest`, or is the holder's own. False while another holds it. */
export async function takeLease(
  tx: Tx,
  row: TableOf<typeof leasesTable>,
  { present, longest }: { readonly present: Instant; readonly longest: Instant },
): Promise<boolean> {
  const taken = tx
    .insertInto('leases')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(row)
        .where(({ eb, or }) =>
          or([
            eb('leases.until', '<=', present),
            eb('leases.until', '>', longest),
            eb('leases.holder', '=', row.holder),
          ]),
        ),
    );
  return (await taken.returning('name').executeTakeFirst()) !== undefined;
}

interface SeenClock {
  readonly job: string;
  readonly seen_at: Instant;
  /** A clock last seen before this has jumped ahead, and is trusted again from `doubtedUntil` on. */
  readonly jumpedIfBefore: Instant;
  readonly doubtedUntil: Instant;
}

/** Writes when the job saw the clock. Returns from when on it trusts it. */
export async function seeClock(tx: Tx, { job, seen_at, jumpedIfBefore, doubtedUntil }: SeenClock): Promise<Instant> {
  const seen = tx
    .insertInto('watched_clocks')
    .values({ job, seen_at, trusted_from: BEFORE_ALL })
    .onConflict((conflict) =>
      conflict.column('job').doUpdateSet(({ eb, ref }) => ({
        seen_at,
        trusted_from: eb
          .case()
          .when('watched_clocks.seen_at', '<', jumpedIfBefore)
          .then(doubtedUntil)
          .else(ref('watched_clocks.trusted_from'))
          .end(),
      })),
    );
  return (await seen.returning('trusted_from').executeTakeFirstOrThrow()).trusted_from;
}

/** From when on the job trusts the clock; `undefined` when it has never seen it. */
export async function findTrustedFrom(db: Db, job: string): Promise<Instant | undefined> {
  return (await db.selectFrom('watched_clocks').select('trusted_from').where('job', '=', job).executeTakeFirst())
    ?.trusted_from;
}
