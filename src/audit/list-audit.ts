import { setImmediate as breathe } from 'node:timers/promises';
import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import type { ChainedRecord } from './audit-chain.ts';
import * as store from './audit-records-store.ts';

export type AuditFilter = store.AuditFilter;

interface AuditPage {
  readonly before: number | undefined;
  readonly limit: number;
  /** Nothing is counted further. */
  readonly cap: number;
}

export interface ListedAudit {
  /** One to spare. */
  readonly rows: ChainedRecord[];
  readonly counted: number;
  /** There may be more than were counted. */
  readonly isUncounted?: boolean;
  /** Where the time ran out before the page was full: so far was searched. */
  readonly searchedTo?: { readonly id: number; readonly at: Instant };
}

/** One page of the log, newest first. What has no index is searched for, a page for so long. */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  page: AuditPage,
  searchesFor: Milliseconds = 250,
): Promise<ListedAudit> {
  if (store.isSearch(filter)) return searchAudit(db, filter, page, searchesFor);
  const rows = await store.listRecords(db, filter, { beyond: page.before, limit: page.limit });
  return { rows, counted: await store.countRecords(db, filter, page.cap) };
}

/**
 * Looks through the log in batches until the page is full, everything was seen or the time is over. A cursor that is handed
 * on goes on where this page ended, also when nothing was found on it. Counted is what was looked through.
 */
async function searchAudit(
  db: Db,
  filter: AuditFilter,
  { before, limit }: AuditPage,
  searchesFor: Milliseconds,
): Promise<ListedAudit> {
  const read = await store.searchReader(db, filter);
  const until = performance.now() + searchesFor;
  const rows: ChainedRecord[] = [];
  let [beyond, counted] = [before, 0];
  do {
    const batch = await read({ beyond, limit: limit - rows.length });
    rows.push(...batch.found);
    counted += await batch.count();
    beyond = batch.seenTo;
    await breathe(); // the embedded store works on this thread
  } while (beyond !== undefined && rows.length <= limit && performance.now() < until);
  const isUncounted = before !== undefined || beyond !== undefined;
  const at = rows.length > limit || beyond === undefined ? undefined : await store.findTimeOf(db, beyond);
  if (at === undefined || beyond === undefined) return { rows, counted, isUncounted };
  return { rows, counted, isUncounted, searchedTo: { id: beyond, at } };
}
