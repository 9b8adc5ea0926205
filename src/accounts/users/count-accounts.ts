import type { Db } from '../../platform/database/database.ts';

/** Counts accounts of every status. */
export async function countAccounts(db: Db): Promise<number> {
  const counted = db.selectFrom('users').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}
