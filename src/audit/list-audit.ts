import type { Db } from '../database/database.ts';
import type { ChainedRecord } from './audit-chain.ts';
export type AuditFilter = store.AuditFilter;

import * as store from './audit-records-store.ts';

/** One page of the log, newest first: rows with one to spare, and the count up to `cap`. */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  page: { before: number | undefined; limit: number; cap: number },
): Promise<{ rows: ChainedRecord[]; counted: number }> {
  const rows = await store.listRecords(db, filter, { beyond: page.before, limit: page.limit });
  return { rows, counted: await store.countRecords(db, filter, page.cap) };
}
