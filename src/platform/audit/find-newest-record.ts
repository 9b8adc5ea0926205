import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';

/** Time of the newest record; it should not lie in the future. */
export const findNewestRecord = (db: Db): Promise<{ at: Instant } | undefined> =>
  db.selectFrom('audit_records').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst();

export async function countAllRecords(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('audit_records')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
