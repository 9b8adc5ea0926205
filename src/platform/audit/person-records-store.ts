import type { ExpressionBuilder } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { containsText } from '../database/sql-fragments.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { AuditAction } from './audit-actions.ts';
import { type ChainedRecord, NO_META } from './audit-chain.ts';
import { ERASURE_ACTIONS } from './erased-members.ts';

/** Every record by and about a person, oldest first. */
export const listRecordsOf = (db: Db, userId: UserId): Promise<ChainedRecord[]> =>
  db
    .selectFrom('audit_records')
    .selectAll()
    .where(({ eb, or }) => or([eb('actor_id', '=', userId), eb('user_id', '=', userId)]))
    .orderBy('id')
    .execute();

export interface ActsQuery {
  /** All ids of one person. */
  readonly userIds: readonly UserId[];
  readonly actions: readonly AuditAction[];
}

/** Acts of a person. */
export const actsBy = (db: Db, { userIds, actions }: ActsQuery) =>
  db.selectFrom('audit_records').where('actor_id', 'in', userIds).where('action', 'in', actions);

export const actsAbout = (db: Db, { userIds, actions }: ActsQuery) =>
  db
    .selectFrom('audit_records')
    .where('user_id', 'in', userIds)
    .where('action', 'in', actions)
    .where(({ eb, or }) => or([eb('actor_id', 'is', null), eb('actor_id', 'not in', userIds)]));

export async function findHighestId(db: Db): Promise<number> {
  const row = db.selectFrom('audit_records').select('id').orderBy('id', 'desc').limit(1);
  return (await row.executeTakeFirst())?.id ?? 0;
}

/**
 * Records about other people in a range of ids whose `meta` contains one of the texts, and all with `worded` actions.
 */
export const listMentions = (
  db: Db,
  { userId, texts, worded, after, upTo }: MentionsQuery,
): Promise<Pick<ChainedRecord, 'id' | 'meta'>[]> =>
  db
    .selectFrom('audit_records')
    .select(['id', 'meta'])
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('meta', '<>', NO_META)
    .where('action', 'not in', ERASURE_ACTIONS)
    .where(({ eb, or }) => or([eb('actor_id', 'is', null), eb('actor_id', '<>', userId)]))
    .where(({ eb, or }) => or([eb('user_id', 'is', null), eb('user_id', '<>', userId)]))
    .where(({ eb, or }) => or([eb('action', 'in', worded), ...texts.map((text) => containsText('meta', text))]))
    .execute();

interface MentionsQuery {
  readonly userId: UserId;
  readonly texts: readonly string[];
  readonly worded: readonly AuditAction[];
  readonly after: number;
  readonly upTo: number;
}

const IDS_PER_READ = 500; // a statement's parameters are limited

export async function blankMeta(tx: Tx, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += IDS_PER_READ) {
    const some = ids.slice(start, start + IDS_PER_READ);
    await tx.updateTable('audit_records').set({ meta: NO_META }).where('id', 'in', some).execute();
    await tx.updateTable('audit_seals').set({ meta_salt: null }).where('record_id', 'in', some).execute();
  }
}

/**
 * Blanks the personal members of the records by and about a person, and deletes the salts of those that are blank. The chain
 * stays intact, since it holds only commitments. A record that is committed and sealed meanwhile keeps members and salts.
 */
export async function eraseAuditOf(tx: Tx, userId: UserId): Promise<void> {
  const nobody = { actor_email: null, ip: null, user_agent: null };
  await tx
    .updateTable('audit_records')
    .set(nobody)
    .where((record) => wasActor(record, userId))
    .execute();
  await tx
    .updateTable('audit_records')
    .set({ meta: NO_META })
    .where((record) => isConcerned(record, userId))
    .execute();
  const acted = tx
    .selectFrom('audit_records')
    .select('id')
    .where((record) => wasActor(record, userId))
    .where((record) => record.and(nobody));
  await tx.updateTable('audit_seals').set({ actor_salt: null }).where('record_id', 'in', acted).execute();
  const concerned = tx
    .selectFrom('audit_records')
    .select('id')
    .where((record) => isConcerned(record, userId))
    .where('meta', '=', NO_META);
  await tx.updateTable('audit_seals').set({ meta_salt: null }).where('record_id', 'in', concerned).execute();
}

type Records = ExpressionBuilder<Schema, 'audit_records'>;

/** Includes records without an actor: an unidentified guess may have come from the account's owner. */
const wasActor = (record: Records, userId: UserId) =>
  record.or([
    record('actor_id', '=', userId),
    record.and([record('actor_id', 'is', null), record('user_id', '=', userId)]),
  ]);

/** Excludes records of erasures: they hold no personal data, and verification needs them. */
const isConcerned = (record: Records, userId: UserId) =>
  record.and([
    record('action', 'not in', ERASURE_ACTIONS),
    record.or([record('actor_id', '=', userId), record('user_id', '=', userId)]),
  ]);
