import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { ChainedRecord } from './audit-chain.ts';
import { type ActsWanted, actsAbout, actsBy } from './person-records-store.ts';

interface PageWanted extends ActsWanted {
  readonly before: number | undefined;
  readonly limit: number;
}

/** Acts of others that concern one person, and their number: the source of the person's access log. */
export const listActsAbout = (db: Db, wanted: PageWanted): Promise<ChainedRecord[]> =>
  pageOf(actsAbout(db, wanted), wanted);

/** Acts of one person: the source of their sign-in history. */
export const listActsBy = (db: Db, wanted: PageWanted): Promise<ChainedRecord[]> => pageOf(actsBy(db, wanted), wanted);

export const countActsBy = (db: Db, wanted: ActsWanted, most: number): Promise<number> =>
  countUpTo(db, actsBy(db, wanted).select('id'), most);

function pageOf(acts: ReturnType<typeof actsAbout>, { before, limit }: PageWanted): Promise<ChainedRecord[]> {
  const found = acts.selectAll();
  const page = before === undefined ? found : found.where('id', '<', before);
  return page.orderBy('id', 'desc').limit(limit).execute();
}

export async function countActsAbout(db: Db, wanted: ActsWanted, most: number): Promise<number> {
  return countUpTo(db, actsAbout(db, wanted).select('id'), most);
}

/** Every e-mail address a person acted under, as far back as the log goes. */
export async function listAddressesOf(db: Db, userId: UserId): Promise<string[]> {
  const found = db.selectFrom('audit_records').select('actor_email').distinct().where('actor_id', '=', userId);
  return (await found.execute()).flatMap(({ actor_email }) => actor_email ?? []);
}
