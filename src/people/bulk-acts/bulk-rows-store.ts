import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, json, type TableOf } from '../../platform/database/define-table.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import { fromJson, toJson } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { BULK_OUTCOMES, type BulkAction, type BulkOutcome, type BulkRow, type bulkRowsTable } from './bulk-job.ts';

export const bulkBatchesTable = defineTable(
  'bulk_batches',
  {
    job_id: integer().references('bulk_jobs'),
    number: integer(),
    ids: json<readonly UserId[]>(),
  },
  {
    key: ['job_id', 'number'],
    clustered: true,
    personal: { nobody: 'ids of people who wait, for minutes' },
  },
);

declare module '../../platform/database/schema.ts' {
  interface Schema {
    bulk_batches: TableOf<typeof bulkBatchesTable>;
    bulk_rows: TableOf<typeof bulkRowsTable>;
  }
}

/** Adds the waiting people of a job in batches; a row for each person would make starting a large job slow. */
export async function addBatches(tx: Tx, jobId: number, batches: readonly (readonly UserId[])[]): Promise<void> {
  const rows = batches.map((ids, number) => ({ job_id: jobId, number, ids: toJson(ids) }));
  const columns = ['job_id', 'number', 'ids'] as const;
  await insertRows(tx, { table: 'bulk_batches', columns, numbers: ['job_id', 'number'], rows });
}

/** Takes and deletes a batch; `undefined` after the last. */
export async function takeBatch(tx: Tx, jobId: number, number: number): Promise<readonly UserId[] | undefined> {
  const taken = tx.deleteFrom('bulk_batches').where('job_id', '=', jobId).where('number', '=', number);
  const row = await taken.returning('ids').executeTakeFirst();
  return row && fromJson(row.ids);
}

export async function dropBatches(tx: Tx, jobId: number): Promise<void> {
  await tx.deleteFrom('bulk_batches').where('job_id', '=', jobId).execute();
}

const COLUMNS = ['job_id', 'user_id', 'outcome', 'code', 'before', 'token_id'] as const;

export async function addRows(tx: Tx, rows: readonly BulkRow[]): Promise<void> {
  await insertRows(tx, { table: 'bulk_rows', columns: COLUMNS, numbers: ['job_id', 'user_id', 'token_id'], rows });
}

export const listDoneRows = (db: Db, jobId: number, after: UserId, limit: number): Promise<BulkRow[]> =>
  ofOutcome(db, jobId, 'done').where('user_id', '>', after).limit(limit).execute();

export async function settleRow(
  tx: Tx,
  { job_id, user_id }: Pick<BulkRow, 'job_id' | 'user_id'>,
  settled: Pick<BulkRow, 'outcome' | 'code'>,
): Promise<void> {
  const row = tx.updateTable('bulk_rows').set(settled).where('job_id', '=', job_id).where('user_id', '=', user_id);
  await row.execute();
}

/** Where a page of rows starts: after this person of this outcome. */
export interface RowPlace {
  readonly outcome: BulkOutcome;
  readonly user_id: UserId;
}

/** Problems first, then by id; one extra row. Each outcome is an index range, so that no page sorts the job. */
export async function listRows(
  db: Db,
  jobId: number,
  { outcomes, after, limit }: { outcomes: readonly BulkOutcome[]; after: RowPlace | undefined; limit: number },
): Promise<BulkRow[]> {
  const found: BulkRow[] = [];
  const begun = after === undefined ? 0 : BULK_OUTCOMES.indexOf(after.outcome);
  for (const outcome of BULK_OUTCOMES.filter((one, rank) => outcomes.includes(one) && rank >= begun)) {
    const beyond = outcome === after?.outcome ? after.user_id : 0;
    const page = ofOutcome(db, jobId, outcome).where('user_id', '>', beyond);
    found.push(...(await page.limit(limit + 1 - found.length).execute()));
    if (found.length > limit) break;
  }
  return found;
}

const ofOutcome = (db: Db, jobId: number, outcome: BulkOutcome) =>
  db.selectFrom('bulk_rows').selectAll().where('job_id', '=', jobId).where('outcome', '=', outcome).orderBy('user_id');

/** Bulk acts on this person. */
export const listActsOn = (
  db: Db,
  userId: UserId,
): Promise<{ id: number; action: BulkAction; outcome: BulkOutcome; created_at: Instant }[]> =>
  db
    .selectFrom('bulk_rows')
    .innerJoin('bulk_jobs', 'bulk_jobs.id', 'bulk_rows.job_id')
    .select(['bulk_jobs.id', 'bulk_jobs.action', 'bulk_rows.outcome', 'bulk_jobs.created_at'])
    .where('bulk_rows.user_id', '=', userId)
    .execute();

export async function forgetPerson(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('bulk_rows').where('user_id', '=', userId).execute();
}

/** Deletes at most `most` rows of a job; returns how many. */
export async function dropRows(tx: Tx, jobId: number, most: number): Promise<number> {
  const some = tx.selectFrom('bulk_rows').select('user_id').where('job_id', '=', jobId).orderBy('user_id').limit(most);
  const dropped = tx.deleteFrom('bulk_rows').where('job_id', '=', jobId).where('user_id', 'in', some);
  return Number((await dropped.executeTakeFirst()).numDeletedRows);
}
