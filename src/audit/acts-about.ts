import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import type { ChainedRecord } from './audit-chain.ts';
import { type ActsWanted, actsAbout } from './person-records-store.ts';

/** What others did about one person, and how much of it: the ground of their access log. */
export function listActsAbout(
  db: Db,
  { userId, actions, before, limit }: ActsWanted & { before: number | undefined; limit: number },
): Promise<ChainedRecord[]> {
  const found = actsAbout(db, { userId, actions }).selectAll();
  const page = before === undefined ? found : found.where('id', '<', before);
  return page.orderBy('id', 'desc').limit(limit).execute();
}

export async function countActsAbout(db: Db, wanted: ActsWanted, most: number): Promise<number> {
  return countUpTo(db, actsAbout(db, wanted).select('id'), most);
}

/** Every address under which a person acted, as far as the log goes back. */
export async function listAddressesOf(db: Db, userId: number): Promise<string[]> {
  const found = db.selectFrom('audit_records').select('actor_email').distinct().where('actor_id', '=', userId);
  return (await found.execute()).flatMap(({ actor_email }) => actor_email ?? []);
}
