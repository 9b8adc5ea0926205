import { setImmediate as breathe } from 'node:timers/promises';
import type { Tx } from '../database/database.ts';
import { inviteCreated } from '../invitations/invite-created.ts';
import { instantAt } from '../kernel/clock.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { PersonToCreate } from '../users/create-user.ts';
import { type CreatedUser, createUsers, listTakenEmails } from '../users/create-users.ts';
import type { Import, ImportRow, Outcome } from './import.ts';
import { type Layout, layoutOf } from './import-columns.ts';
import { addRows } from './import-rows-store.ts';
import { addCounts, addressDigest, claimRows } from './imports-store.ts';
import { isProblem, judgeRow, type Problem, readAddress } from './judge-row.ts';
import { readRecords } from './read-records.ts';
import { findImporter, type GoOn, type Importer, type RunParts } from './run-parts.ts';
import { seenAddresses } from './seen-addresses.ts';

/** Rows in a transaction: the more, the fewer pages and commits. Who writes waits for it, who reads does not. */
const BATCH = { sqlite: 256, postgres: 1000 } as const;
/**
 * Rows written in one turn of the loop. The embedded store works on this thread, and every request waits meanwhile; the
 * other one works elsewhere, and what costs there is the way.
 */
const PORTION = { sqlite: 32, postgres: 100 } as const;

interface JudgedRow {
  readonly line: number;
  readonly judged: PersonToCreate | Problem;
}

/** `stopped`: somebody else goes on with it, or it is gone on with later. */
export type RunResult = 'done' | 'stopped' | 'importer';

/**
 * Imports a file from the first row that is not done. Each batch is one transaction: people, invitations, audit records,
 * outcomes and progress, so that a run killed anywhere is resumed with every row accounted for once.
 */
export async function runImport(parts: RunParts, start: Import, goOn: GoOn): Promise<RunResult> {
  const isTenant = tenantCheck(parts);
  let from = start.next_line;
  for await (const batch of ahead(batches(judgedRows(parts, start), BATCH[parts.database.engine]))) {
    if (!(await goOn())) return 'stopped';
    const importer = await findImporter(parts.database.read, start);
    if (importer === undefined) return 'importer';
    const rows = await Promise.all(batch.map((row) => checkTenant(row, isTenant)));
    const to = (batch.at(-1)?.line ?? from) + 1;
    if (!(await doBatch(parts, start, importer, { rows, from, to }))) return 'stopped';
    from = to;
    await breathe();
  }
  return 'done';
}

/** Rows still to do. Those that are done are read too: later ones may repeat their addresses. */
async function* judgedRows({ files }: RunParts, start: Import): AsyncGenerator<JudgedRow> {
  const seen = seenAddresses();
  let layout: Layout | undefined;
  const file = { path: files.pathOf(start.file), encoding: start.encoding };
  for await (const { line, cells } of readRecords(file, start.delimiter)) {
    if (layout === undefined) {
      layout = layoutOf(cells);
      continue;
    }
    const address = readAddress(cells, layout);
    const isFirst = address === undefined || seen.add(address);
    if (line < start.next_line) continue;
    const repeated: Problem = { column: 'email', reason: 'duplicate_in_file' };
    yield { line, judged: isFirst ? judgeRow(cells, layout, start) : repeated };
  }
}

async function* batches(rows: AsyncIterable<JudgedRow>, size: number): AsyncGenerator<JudgedRow[]> {
  let batch: JudgedRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Has the next one made while the one before is used: reading and judging go on while the store writes. */
async function* ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let coming = items.next();
  try {
    for (let item = await coming; !item.done; item = await coming) {
      coming = items.next();
      coming.catch(() => {}); // thrown where it is waited for
      yield item.value;
    }
  } finally {
    await items.return(undefined);
  }
}

function tenantCheck({ database }: RunParts): (id: number) => Promise<boolean> {
  const known = new Map<number, Promise<boolean>>();
  return (id) => {
    const answer = known.get(id) ?? findTenant(database.read, id).then((tenant) => tenant !== undefined);
    if (known.size < 10_000) known.set(id, answer);
    return answer;
  };
}

async function checkTenant(row: JudgedRow, isTenant: (id: number) => Promise<boolean>): Promise<JudgedRow> {
  if (isProblem(row.judged) || (await isTenant(row.judged.tenantId))) return row;
  return { ...row, judged: { column: 'tenant_id', reason: 'tenant_unknown' } };
}

interface Batch {
  readonly rows: readonly JudgedRow[];
  readonly from: number;
  readonly to: number;
}

function doBatch(parts: RunParts, start: Import, importer: Importer, { rows, from, to }: Batch): Promise<boolean> {
  const { database, clock } = parts;
  return database.transaction(async (tx) => {
    const leftOut = await claimRows(tx, start.id, from, to, instantAt(clock.now()));
    if (leftOut === undefined) return false;
    const counts: Partial<Record<Outcome, number>> = {};
    for (let done = 0; done < rows.length; done += PORTION[database.engine]) {
      if (done > 0) await breathe();
      const portion = rows.slice(done, done + PORTION[database.engine]).map((row) => withoutErased(row, leftOut));
      for (const { outcome } of await doRows(tx, parts, start, importer, portion))
        counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    await addCounts(tx, start.id, counts);
    return true;
  });
}

const withoutErased = (row: JudgedRow, leftOut: ReadonlySet<string>): JudgedRow =>
  leftOut.size === 0 || isProblem(row.judged) || !leftOut.has(addressDigest(row.judged.email))
    ? row
    : { line: row.line, judged: { column: 'email', reason: 'erased' } };

async function doRows(tx: Tx, parts: RunParts, start: Import, importer: Importer, rows: readonly JudgedRow[]) {
  const people = rows.flatMap(({ judged }) => (isProblem(judged) ? [] : [judged]));
  const made =
    start.mode === 'real' ? await create(tx, parts, start, importer, people) : await listNew(tx, parts, people);
  const outcomes = rows.map((row) => outcomeOf(start.id, row, made));
  await addRows(tx, parts.database.engine, outcomes);
  return outcomes;
}

/** Whom each address made, or would make: null in a dry run. Who is missing exists already. */
type Made = ReadonlyMap<string, number | null>;

async function create(
  tx: Tx,
  { database: { engine }, clock, keys }: RunParts,
  start: Import,
  { circumstances, by }: Importer,
  people: readonly PersonToCreate[],
): Promise<Made> {
  const now = clock.now();
  const invite = start.invitations === 'send';
  const making = { engine, at: instantAt(now), mustChoosePassword: invite, meta: { import_id: start.id } };
  const users = await createUsers(tx, circumstances, people, making);
  const invited = (user: CreatedUser) => invite && user.password_hash === null;
  await inviteCreated(tx, keys, circumstances, users.filter(invited), { engine, now, by });
  return new Map(users.map(({ email, id }) => [email, id]));
}

async function listNew(tx: Tx, { database: { engine } }: RunParts, people: readonly PersonToCreate[]): Promise<Made> {
  const emails = people.map(({ email }) => email);
  const taken = await listTakenEmails(tx, engine, emails);
  return new Map(emails.filter((email) => !taken.has(email)).map((email) => [email, null]));
}

function outcomeOf(importId: number, { line, judged }: JudgedRow, made: Made): ImportRow {
  const row = { import_id: importId, line, user_id: null };
  if (isProblem(judged)) return { ...row, outcome: 'failed', column_name: judged.column, reason: judged.reason };
  const id = made.get(judged.email);
  return id === undefined
    ? { ...row, outcome: 'skipped', column_name: 'email', reason: 'exists' }
    : { ...row, outcome: 'created', user_id: id, column_name: null, reason: null };
}
