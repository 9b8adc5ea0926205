import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, json, type TableOf } from '../../platform/database/define-table.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import { fromJson, toJson } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { withoutMentions } from '../../platform/kernel/mention.ts';
import { actRowStore } from '../long-acts/act-rows-store.ts';
import { actStore } from '../long-acts/acts-store.ts';
import {
  BULK_OUTCOMES,
  type BulkAction,
  type BulkJob,
  type BulkOutcome,
  type BulkRow,
  bulkJobsTable,
  bulkRowsTable,
} from './bulk-job.ts';

/** The people of a job who wait, in batches; a row for each would make starting a large job slow. */
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
    bulk_jobs: TableOf<typeof bulkJobsTable>;
    bulk_batches: TableOf<typeof bulkBatchesTable>;
    bulk_rows: TableOf<typeof bulkRowsTable>;
  }
}

export const bulkJobs = actStore<BulkJob>(bulkJobsTable);
export const bulkRows = actRowStore<BulkRow>(bulkRowsTable, {
  outcomes: BULK_OUTCOMES,
  most: 'done',
  undoable: ['done'],
});

/** Whether somebody is left to be given back what the job changed. */
export const HAS_DONE = sql<SqlBool>`done > undone + kept`;

export async function addBatches(tx: Tx, jobId: number, batches: readonly (readonly UserId[])[]): Promise<void> {
  const rows = batches.map((ids, number) => ({ job_id: jobId, number, ids: toJson(ids) }));
  const columns = ['job_id', 'number', 'ids'] as const;
  await insertRows(tx, { table: 'bulk_batches', columns, numbers: ['job_id', 'number'], rows });
}

/** The next batch from a number on; `undefined` when everybody was dealt with. */
export async function findBatch(db: Db, jobId: number, from: number) {
  const waiting = db.selectFrom('bulk_batches').select(['number', 'ids']).where('job_id', '=', jobId);
  const row = await waiting.where('number', '>=', from).orderBy('number').limit(1).executeTakeFirst();
  return row && { number: row.number, ids: fromJson(row.ids) };
}

/** Batches before a number are dealt with; without one, all are. */
export async function dropBatches(tx: Tx, jobId: number, before = Number.MAX_SAFE_INTEGER): Promise<void> {
  await tx.deleteFrom('bulk_batches').where('job_id', '=', jobId).where('number', '<', before).execute();
}

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

/** Removes these texts from the reasons of jobs that still run. */
export async function forgetMentions(tx: Tx, texts: readonly string[]): Promise<void> {
  const told = tx.selectFrom('bulk_jobs').select(['id', 'reason']).where('reason', '<>', '');
  for (const { id, reason } of await told.execute()) {
    const blank = withoutMentions(reason, texts);
    const changed = tx.updateTable('bulk_jobs').set({ reason: blank }).where('id', '=', id);
    if (blank !== reason) await changed.where('reason', '=', reason).execute();
  }
}
