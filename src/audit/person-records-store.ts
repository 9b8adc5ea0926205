import { type SqlBool, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Database, Db, Tx } from '../database/database.ts';
import type { ChainedRecord } from './audit-chain.ts';
import type { AuditAction } from './catalogue.ts';
import { ERASURE_ACTIONS } from './erased-members.ts';

/** Every record by and about a person, oldest first. */
export const listRecordsOf = (db: Db, userId: number): Promise<ChainedRecord[]> =>
  db
    .selectFrom('audit_records')
    .selectAll()
    .where(({ eb, or }) => or([eb('actor_id', '=', userId), eb('user_id', '=', userId)]))
    .orderBy('id')
    .execute();

/** What others did about a person, newest first. */
export function listActsAbout(
  db: Db,
  { userId, actions, before, limit }: ActsWanted & { before: number | undefined; limit: number },
): Promise<ChainedRecord[]> {
  const found = actsAbout(db, { userId, actions }).selectAll();
  const page = before === undefined ? found : found.where('id', '<', before);
  return page.orderBy('id', 'desc').limit(limit).execute();
}

export interface ActsWanted {
  readonly userId: number;
  readonly actions: readonly AuditAction[];
}

export async function countActsAbout(db: Db, wanted: ActsWanted, most: number): Promise<number> {
  return countUpTo(db, actsAbout(db, wanted).select('id'), most);
}

const actsAbout = (db: Db, { userId, actions }: ActsWanted) =>
  db
    .selectFrom('audit_records')
    .where('user_id', '=', userId)
    .where('action', 'in', actions)
    .where(({ eb, or }) => or([eb('actor_id', 'is', null), eb('actor_id', '<>', userId)]));

/** Under which addresses a person has acted. */
export async function listAddressesOf(db: Db, userId: number): Promise<string[]> {
  const found = db.selectFrom('audit_records').select('actor_email').distinct().where('actor_id', '=', userId);
  return (await found.execute()).flatMap(({ actor_email }) => actor_email ?? []);
}

export async function findHighestId(db: Db): Promise<number> {
  const row = db.selectFrom('audit_records').select('id').orderBy('id', 'desc').limit(1);
  return (await row.executeTakeFirst())?.id ?? 0;
}

/** Records about other people in a range of ids whose `meta` contains one of the texts, and all of the `worded` actions. */
export const listMentions = (
  db: Db,
  engine: Database['engine'],
  { userId, texts, worded, after, upTo }: MentionsWanted,
): Promise<Pick<ChainedRecord, 'id' | 'meta'>[]> =>
  db
    .selectFrom('audit_records')
    .select(['id', 'meta'])
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('meta', '<>', '{}')
    .where('action', 'not in', ERASURE_ACTIONS)
    .where(({ eb, or }) => or([eb('actor_id', 'is', null), eb('actor_id', '<>', userId)]))
    .where(({ eb, or }) => or([eb('user_id', 'is', null), eb('user_id', '<>', userId)]))
    .where(({ eb, or }) => or([eb('action', 'in', worded), ...texts.map((text) => contains(engine, text))]))
    .execute();

interface MentionsWanted {
  readonly userId: number;
  readonly texts: readonly string[];
  readonly worded: readonly AuditAction[];
  readonly after: number;
  readonly upTo: number;
}

const contains = (engine: Database['engine'], text: string) =>
  engine === 'sqlite'
    ? sql<SqlBool>`instr(lower(meta), ${text}) > 0`
    : sql<SqlBool>`position(${text} in lower(meta)) > 0`;

const AT_ONCE = 500; // parameters of one statement are limited

export async function blankMeta(tx: Tx, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    await tx.updateTable('audit_records').set({ meta: '{}' }).where('id', 'in', some).execute();
    await tx.updateTable('audit_seals').set({ meta_salt: null }).where('record_id', 'in', some).execute();
  }
}
