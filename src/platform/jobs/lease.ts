import type { Database } from '../database/database.ts';
import { CLOCKS_DIFFER, type Clock, instantAt } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';

interface LeasesTable {
  name: string;
  holder: string;
  until: string;
}

declare module '../database/schema.ts' {
  interface Schema {
    leases: LeasesTable;
  }
}

/** This process, among the nodes that share background work. */
const HOLDER = opaqueId();

/**
 * Runs `work` on one node at a time. The holder renews the lease by running again; a node that does not loses it after
 * `length`. Returns `undefined` when another node holds the lease. One that lasts longer than a holder may ask for does not count:
 * the clock was ahead when it was written, and its holder may be gone.
 */
export async function withLease<Result>(
  database: Database,
  clock: Clock,
  { name, length }: { name: string; length: Milliseconds },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const now = clock.now();
  const row = { name, holder: HOLDER, until: instantAt(now + length) };
  const [present, longest] = [instantAt(now), instantAt(now + length + CLOCKS_DIFFER)];
  const taken = await database.transaction((tx) =>
    tx
      .insertInto('leases')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(row)
          .where(({ eb, or }) =>
            or([eb('leases.until', '<=', present), eb('leases.until', '>', longest), eb('leases.holder', '=', HOLDER)]),
          ),
      )
      .returning('name')
      .executeTakeFirst(),
  );
  return taken === undefined ? undefined : work();
}
