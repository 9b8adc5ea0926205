import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { TableOf } from '../database/define-table.ts';
import { insertRows } from '../database/insert-rows.ts';
import { fromJson, jsonOf } from '../database/json-column.ts';
import { skipLocked } from '../database/sql-fragments.ts';
import type { Instant } from '../kernel/clock.ts';
import {
  type auditHeadsTable,
  auditSealsTable,
  type auditStubsTable,
  type ChainedRecord,
  type Seal,
  type Signed,
} from './audit-chain.ts';
import type { auditBreaksTable, ChainBreak } from './chain-break.ts';
import { ERASURE_ACTIONS, type RecordedErasures } from './erased-members.ts';

declare module '../database/schema.ts' {
  interface Schema {
    audit_seals: TableOf<typeof auditSealsTable>;
    audit_heads: TableOf<typeof auditHeadsTable>;
    audit_stubs: TableOf<typeof auditStubsTable>;
    audit_breaks: TableOf<typeof auditBreaksTable>;
  }
}

const json = jsonOf(auditSealsTable);

export const findTip = (db: Db): Promise<Pick<Seal, 'seq' | 'hash'> | undefined> =>
  db.selectFrom('audit_seals').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst();

export const findSealHash = async (db: Db, seq: number): Promise<string | undefined> =>
  (await db.selectFrom('audit_seals').select('hash').where('seq', '=', seq).executeTakeFirst())?.hash;

export const findLastSigned = (db: Db, table: 'audit_heads' | 'audit_stubs'): Promise<Signed | undefined> =>
  db.selectFrom(table).selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst();

/** Heads after one seal and up to another. */
export const listHeads = (db: Db, after: number, upTo: number): Promise<Signed[]> =>
  db.selectFrom('audit_heads').selectAll().where('seq', '>', after).where('seq', '<=', upTo).orderBy('seq').execute();

/** Committed records without a seal above `floor`; below it everything that will ever be committed is sealed. */
export const listUnsealed = (db: Db, floor: number, limit: number): Promise<ChainedRecord[]> =>
  unsealed(db, limit).where('audit_records.id', '>', floor).execute();

/** Like `listUnsealed`, and nobody changes these records before the transaction ends; without records that others are changing. */
export const takeUnsealed = (tx: Tx, floor: number, limit: number): Promise<ChainedRecord[]> =>
  skipLocked(unsealed(tx, limit).where('audit_records.id', '>', floor)).execute();

/** Like `listUnsealed`, within a range of ids. */
export const listUnsealedWithin = (db: Db, from: number, upTo: number, limit: number): Promise<ChainedRecord[]> =>
  unsealed(db, limit).where('audit_records.id', '>=', from).where('audit_records.id', '<=', upTo).execute();

/**
 * Looks each record's seal up: by a join, PostgreSQL would read all waiting records or all seals for each portion. It takes half of
 * the records to satisfy an expression it cannot judge, so it reads them in order, and stops.
 */
const unsealed = (db: Db, limit: number) =>
  db
    .selectFrom('audit_records')
    .selectAll()
    .where(sql<boolean>`coalesce((select false from audit_seals where audit_seals.record_id = audit_records.id), true)`)
    .orderBy('audit_records.id')
    .limit(limit);

/** Records and seals with ids below the first possible one, as `{seq, record_id}`. */
export async function listBeforeFirst(
  db: Db,
  firstSeq: number,
  limit: number,
): Promise<{ seq: number | null; record_id: number }[]> {
  const records = await db.selectFrom('audit_records').select('id').where('id', '<', 1).limit(limit).execute();
  const seals = db.selectFrom('audit_seals').select(['seq', 'record_id']).where('seq', '<', firstSeq);
  const known = await seals.limit(limit).execute();
  const sealed = new Set(known.map(({ record_id }) => record_id));
  return [...known, ...records.filter(({ id }) => !sealed.has(id)).map(({ id }) => ({ seq: null, record_id: id }))];
}

/** The lowest record id from `id` on. */
export const findNumberFrom = async (db: Db, id: number): Promise<number | undefined> =>
  (await db.selectFrom('audit_records').select('id').where('id', '>=', id).orderBy('id').limit(1).executeTakeFirst())
    ?.id;

export async function findHighestSealed(db: Db): Promise<number> {
  const row = db.selectFrom('audit_seals').select('record_id').orderBy('record_id', 'desc').limit(1);
  return (await row.executeTakeFirst())?.record_id ?? 0;
}

export const findTimeAfter = async (db: Db, id: number): Promise<Instant | undefined> =>
  (await db.selectFrom('audit_records').select('at').where('id', '>', id).orderBy('id').limit(1).executeTakeFirst())
    ?.at;

/** A seal with its record. If the record is missing, its members are null. */
export type SealedRecord = Seal & { readonly [Member in keyof ChainedRecord]: ChainedRecord[Member] | null };

export async function listSealed(db: Db, after: number, limit: number): Promise<SealedRecord[]> {
  const sealed = db
    .selectFrom('audit_seals')
    .leftJoin('audit_records', 'audit_records.id', 'audit_seals.record_id')
    .selectAll('audit_records')
    .selectAll('audit_seals')
    .where('audit_seals.seq', '>', after)
    .orderBy('audit_seals.seq')
    .limit(limit);
  return (await sealed.execute()).map(json.read);
}

export async function addSeals(tx: Tx, seals: readonly Seal[], head: Signed): Promise<void> {
  const columns = ['seq', 'record_id', 'actor_salt', 'meta_salt', 'commitments', 'hash'] as const;
  await insertRows(tx, {
    table: 'audit_seals',
    columns,
    numbers: ['seq', 'record_id'],
    rows: seals.map(json.write),
  });
  await tx.insertInto('audit_heads').values(head).execute();
}

/** Oldest first, unpaged: there are few. */
export const listBreaks = (db: Db): Promise<ChainBreak[]> =>
  db.selectFrom('audit_breaks').selectAll().orderBy('accepted_at').execute();

export async function addBreak(tx: Tx, broken: ChainBreak): Promise<void> {
  await tx.insertInto('audit_breaks').values(broken).execute();
}

/** Signs the same position of the chain anew. */
export async function replaceSignature(tx: Tx, table: 'audit_heads' | 'audit_stubs', signed: Signed): Promise<void> {
  const { seq, hash, kid, signature } = signed;
  await tx.updateTable(table).set({ kid, signature }).where('seq', '=', seq).where('hash', '=', hash).execute();
}

/** Includes unsealed ones: leaving them out would not help, since a forged one would be sealed a moment later. */
export async function listErasures(db: Db): Promise<RecordedErasures> {
  const rows = await db
    .selectFrom('audit_records')
    .select(['user_id', 'meta'])
    .where('action', 'in', ERASURE_ACTIONS)
    .execute();
  return {
    users: new Set(rows.map(({ user_id }) => user_id).filter((id) => id !== null)),
    records: new Set(rows.flatMap(({ meta }) => blankedBy(meta))),
  };
}

function blankedBy(meta: ChainedRecord['meta']): readonly number[] {
  const { blanked } = fromJson(meta);
  return Array.isArray(blanked) ? blanked : [];
}

/** Seals by the ids of their records. */
export async function findSealsOf(db: Db, recordIds: readonly number[]): Promise<Map<number, Seal>> {
  const rows = await db.selectFrom('audit_seals').selectAll().where('record_id', 'in', recordIds).execute();
  return new Map(rows.map((seal) => [seal.record_id, json.read(seal)]));
}

/** Removes the chain up to and including the stub's `seq`, and these records; the stub replaces the previous one. */
export async function dropSealedUpTo(tx: Tx, stub: Signed, recordIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('audit_records').where('id', 'in', recordIds).execute();
  await tx.deleteFrom('audit_seals').where('seq', '<=', stub.seq).execute();
  await tx.deleteFrom('audit_heads').where('seq', '<=', stub.seq).execute();
  await tx.deleteFrom('audit_stubs').execute();
  await tx.insertInto('audit_stubs').values(stub).execute();
}
