import type { Db, Reads } from '../database/database.ts';
import type { Age } from '../database/search-newest.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import type { ChainedRecord } from './audit-chain.ts';
import * as store from './audit-records-store.ts';

export type AuditFilter = store.AuditFilter;
export const ACTOR_KINDS = store.ACTOR_KINDS;

interface AuditPage {
  readonly first?: Age;
  /** Only records after this one, in that order. */
  readonly after: number | undefined;
  readonly limit: number;
  /** Counting stops here. */
  readonly cap: number;
}

export interface ListedAudit {
  /** One extra row. */
  readonly rows: ChainedRecord[];
  readonly counted: number;
  /** There may be more matches than were counted. */
  readonly isUncounted?: boolean;
  /** Set when time ran out before the page was full: the search got this far. */
  readonly searchedTo?: { readonly id: number; readonly at: Instant };
}

/** So long one answer searches; the next page goes on. */
const SEARCHES_FOR: Milliseconds = 40;

/** One page of the log. Conditions without an index are searched for a limited time per page. */
export async function listAudit(
  { read, bulkRead }: Reads,
  filter: AuditFilter,
  page: AuditPage,
  searchesFor = SEARCHES_FOR,
): Promise<ListedAudit> {
  if (store.isSearch(filter)) return searchAudit(bulkRead, filter, page, searchesFor);
  const db = filter.from === undefined && filter.to === undefined ? read : bulkRead;
  const rows = await store.listRecords(db, filter, sliceOf(page));
  return { rows, counted: await store.countRecords(db, filter, page.cap) };
}

/**
 * Scans the log in batches until the page is full, the log ends or time is up. The next cursor continues where this
 * page ended, even if it found nothing. Counts only what was scanned.
 */
async function searchAudit(
  db: Db,
  filter: AuditFilter,
  page: AuditPage,
  searchesFor: Milliseconds,
): Promise<ListedAudit> {
  const read = await store.searchReader(db, filter);
  const until = performance.now() + searchesFor;
  const rows: ChainedRecord[] = [];
  const { limit } = page;
  let [beyond, counted] = [page.after, 0];
  do {
    const batch = await read({ ...sliceOf(page), beyond, limit: limit - rows.length });
    rows.push(...batch.found);
    counted += await batch.count();
    beyond = batch.seenTo;
  } while (beyond !== undefined && rows.length <= limit && performance.now() < until);
  const isUncounted = page.after !== undefined || beyond !== undefined;
  const at = rows.length > limit || beyond === undefined ? undefined : await store.findTimeOf(db, beyond);
  if (at === undefined || beyond === undefined) return { rows, counted, isUncounted };
  return { rows, counted, isUncounted, searchedTo: { id: beyond, at } };
}

const sliceOf = ({ first, after, limit }: AuditPage): store.AuditSlice => ({
  beyond: after,
  limit,
  ascending: first === 'oldest',
});
