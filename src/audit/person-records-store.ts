import { type SqlBool, sql } from 'kysely';
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

export interface ActsWanted {
  readonly userId: number;
  readonly actions: readonly AuditAction[];
}

export const actsAbout = (db: Db, { userId, actions }: ActsWanted) =>
  db
    .selectFrom('audit_records')
    .where('user_id', '=', userId)
    .where('action', 'in', actions)
    .where(({ eb, or }) => or([eb('actor_id', 'is', null), eb('actor_id', '<>', userId)]));

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
