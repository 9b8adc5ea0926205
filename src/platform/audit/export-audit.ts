import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '../database/database.ts';
import type { Age } from '../database/search-newest.ts';
import { csvLine } from '../kernel/csv-cell.ts';
import type { ChainedRecord, Seal, Signed } from './audit-chain.ts';
import { findLastSigned, findSealsOf, listBreaks, listHeads } from './audit-chain-store.ts';
import { type AuditFilter, isSearch, listRecords, searchReader } from './audit-records-store.ts';
import { RECORD_COLUMNS } from './audit-store.ts';
import type { ChainBreak } from './chain-break.ts';

const PAGE = 500;
const COLUMNS = ['id', ...RECORD_COLUMNS] as const;

/** CSV lines, oldest record first, in pages: no open cursor, and no faster than the reader. */
export async function* auditAsCsv(db: Db, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine([...COLUMNS]);
  for await (const page of recordPages(db, filter))
    yield page.map((record) => csvLine(COLUMNS.map((column) => record[column]))).join('');
}

/** One line of the exported log (docs/audit-chain.md). */
export type ExportedLine =
  | { readonly kind: 'record'; readonly record: ChainedRecord; readonly seal: Seal | null }
  | ({ readonly kind: 'head' } & Signed)
  | ({ readonly kind: 'stub' } & Signed)
  | ChainBreak;

/**
 * JSON lines: the stub of what was trimmed, records with their seals, then the signed heads: enough to verify the log
 * with public keys alone.
 */
export async function* auditAsJsonLines(db: Db, filter: AuditFilter): AsyncGenerator<string> {
  const stub = await findLastSigned(db, 'audit_stubs');
  if (stub !== undefined) yield line({ kind: 'stub', ...stub });
  for (const broken of await listBreaks(db)) yield line(broken);
  let last = 0;
  for await (const page of recordPages(db, filter)) {
    const seals = await findSealsOf(
      db,
      page.map(({ id }) => id),
    );
    last = Math.max(last, ...[...seals.values()].map(({ seq }) => seq));
    yield page.map((record) => line({ kind: 'record', record, seal: seals.get(record.id) ?? null })).join('');
  }
  for (let after = 0; after < last; ) {
    const heads = (await listHeads(db, after, last)).slice(0, PAGE);
    if (heads.length === 0) return;
    after = heads.at(-1)?.seq ?? last;
    yield heads.map((head) => line({ kind: 'head', ...head })).join('');
  }
}

const line = (value: ExportedLine): string => `${JSON.stringify(value)}\n`;

/** The whole of it. */
export async function* recordPages(
  db: Db,
  filter: AuditFilter,
  first: Age = 'oldest',
): AsyncGenerator<ChainedRecord[]> {
  const ascending = first === 'oldest';
  if (isSearch(filter)) return yield* foundPages(db, filter, ascending);
  let beyond: number | undefined;
  for (;;) {
    const page = (await listRecords(db, filter, { beyond, limit: PAGE, ascending })).slice(0, PAGE);
    if (page.length === 0) return;
    yield page;
    beyond = page.at(-1)?.id ?? beyond;
  }
}

/** A search runs to the end, batch by batch. */
async function* foundPages(db: Db, filter: AuditFilter, ascending: boolean): AsyncGenerator<ChainedRecord[]> {
  const read = await searchReader(db, filter);
  let beyond: number | undefined;
  do {
    const { found, seenTo } = await read({ beyond, limit: PAGE, ascending });
    const page = found.slice(0, PAGE);
    if (page.length > 0) yield page;
    beyond = found.length > PAGE ? page.at(-1)?.id : seenTo;
    await yieldToEventLoop();
  } while (beyond !== undefined);
}
