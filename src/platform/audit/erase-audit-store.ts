import type { ExpressionBuilder } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { UserId } from '../kernel/entity-id.ts';
import { NO_META } from './audit-chain.ts';
import { ERASURE_ACTIONS } from './erased-members.ts';

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
