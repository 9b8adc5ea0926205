import type { ExpressionBuilder } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { ERASURE_ACTIONS } from './erased-members.ts';

/**
 * Removes a person's own members from the records by and about them, with the salts that vouched for them. The chain stays
 * whole: it only ever held commitments.
 */
export async function eraseAuditOf(tx: Tx, userId: number): Promise<void> {
  const nobody = { actor_email: null, ip: null, user_agent: null };
  await tx
    .updateTable('audit_records')
    .set(nobody)
    .where((record) => wasActor(record, userId))
    .execute();
  await tx
    .updateTable('audit_records')
    .set({ meta: '{}' })
    .where((record) => isConcerned(record, userId))
    .execute();
  const acted = tx
    .selectFrom('audit_records')
    .select('id')
    .where((record) => wasActor(record, userId));
  await tx.updateTable('audit_seals').set({ actor_salt: null }).where('record_id', 'in', acted).execute();
  const concerned = tx
    .selectFrom('audit_records')
    .select('id')
    .where((record) => isConcerned(record, userId));
  await tx.updateTable('audit_seals').set({ meta_salt: null }).where('record_id', 'in', concerned).execute();
}

type Records = ExpressionBuilder<Schema, 'audit_records'>;

/** A guess by nobody known may well have come from the person whose account it was. */
const wasActor = (record: Records, userId: number) =>
  record.or([
    record('actor_id', '=', userId),
    record.and([record('actor_id', 'is', null), record('user_id', '=', userId)]),
  ]);

/** But for the records that say so: they hold nothing personal, and the chain is judged by them. */
const isConcerned = (record: Records, userId: number) =>
  record.and([
    record('action', 'not in', ERASURE_ACTIONS),
    record.or([record('actor_id', '=', userId), record('user_id', '=', userId)]),
  ]);
