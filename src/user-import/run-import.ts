import { setImmediate as breathe } from 'node:timers/promises';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import { inviteCreated } from '../invitations/invite-created.ts';
import { instantAt } from '../kernel/clock.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import { type CreatedUser, countTakenElsewhere, createUsers, listTakenEmails } from '../users/create-users.ts';
import type { PreparedPerson } from '../users/person-to-create.ts';
import type { Import, ImportRow, Outcome } from './import.ts';
import { addRows } from './import-rows-store.ts';
import { addCounts, addressDigest, claimRows } from './imports-store.ts';
import { judgedBatches } from './judge-file.ts';
import { isProblem } from './judge-row.ts';
import type { FileToJudge, JudgedRow } from './judged-rows.ts';
import { findImporter, type GoOn, type Importer, type RunDeps } from './run-deps.ts';

/** Rows in a transaction: the more, the fewer pages and commits. Who writes waits for it, who reads does not. */
const BATCH = 1000;
/**
 * Rows written in one turn of the loop. The embedded store works on this thread, and every request waits meanwhile; the
 * other one works elsewhere, and what costs there is the way.
 */
const PORTION = { sqlite: 100, postgres: 250 } as const;

/** `stopped`: somebody else goes on with it, or it is gone on with later. */
export type RunResult = 'done' | 'stopped' | 'importer';

/**
 * Imports a file from the first row that is not done. Each batch is one transaction: people, invitations, audit records,
 * outcomes and progress, so that a run killed anywhere is resumed with every row accounted for once.
 */
export async function runImport(deps: RunDeps, start: Import, goOn: GoOn): Promise<RunResult> {
  const isTenant = tenantCheck(deps);
  let from = start.next_line;
  for await (const batch of judgedBatches(fileOf(deps, start))) {
    if (!(await goOn())) return 'stopped';
    const importer = await findImporter(deps.database.read, start, instantAt(deps.clock.now()));
    if (importer === undefined) return 'importer';
    const rows = await inTenants(batch, isTenant);
    const to = (batch.at(-1)?.line ?? from) + 1;
    if (!(await doBatch(deps, start, importer, { rows, from, to }))) return 'stopped';
    from = to;
    await breathe();
  }
  return 'done';
}

const fileOf = ({ files, passwordCost }: RunDeps, start: Import): FileToJudge => ({
  path: files.pathOf(start.file),
  encoding: start.encoding,
  delimiter: start.delimiter,
  from: start.next_line,
  batch: BATCH,
  rules: { tier: start.tier, target_tenant_id: start.target_tenant_id, highestPasswordCost: passwordCost },
});

function tenantCheck({ database }: RunDeps): (id: number) => Promise<boolean> {
  const known = new Map<number, Promise<boolean>>();
  return (id) => {
    const answer = known.get(id) ?? findTenant(database.read, id).then((tenant) => tenant !== undefined);
    if (known.size < 10_000) known.set(id, answer);
    return answer;
  };
}

/** Each tenant is asked for once, however many rows name it; rows of one that is not there make nobody. */
async function inTenants(
  batch: readonly JudgedRow[],
  isTenant: (id: number) => Promise<boolean>,
): Promise<readonly JudgedRow[]> {
  const unknown = new Set<number>();
  for (const id of new Set(batch.flatMap(({ judged }) => (isProblem(judged) ? [] : judged.tenantId))))
    if (!(await isTenant(id))) unknown.add(id);
  if (unknown.size === 0) return batch;
  return batch.map((row) =>
    isProblem(row.judged) || !unknown.has(row.judged.tenantId)
      ? row
      : { ...row, judged: { column: 'tenant_id', reason: 'tenant_unknown' } },
  );
}

interface Batch {
  readonly rows: readonly JudgedRow[];
  readonly from: number;
  readonly to: number;
}

function doBatch(deps: RunDeps, start: Import, importer: Importer, { rows, from, to }: Batch): Promise<boolean> {
  const { database, clock } = deps;
  return database.transaction(async (tx) => {
    const leftOut = await claimRows(tx, start.id, from, to, instantAt(clock.now()));
    if (leftOut === undefined) return false;
    const counts: Partial<Record<Outcome, number>> = {};
    const taken: string[] = [];
    for (let done = 0; done < rows.length; done += PORTION[database.engine]) {
      if (done > 0) await breathe();
      const portion = rows.slice(done, done + PORTION[database.engine]).map((row) => withoutErased(row, leftOut));
      for (const [place, { outcome }] of (await doRows(tx, deps, start, importer, portion)).entries()) {
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        if (outcome === 'skipped') taken.push(addressOf(portion[place]));
      }
    }
    await addCounts(tx, start.id, counts);
    await recordTakenElsewhere(tx, deps, start, importer, taken);
    return true;
  });
}

const addressOf = (row: JudgedRow | undefined): string =>
  row === undefined || isProblem(row.judged) ? '' : row.judged.email;

/** That somebody of another tenant has an address is told to an administrator, here as elsewhere; that it was is on record. */
async function recordTakenElsewhere(
  tx: Tx,
  { database }: RunDeps,
  { id, tier, target_tenant_id: tenantId }: Import,
  { call }: Importer,
  taken: readonly string[],
): Promise<void> {
  if (tier === 0 || taken.length === 0) return;
  const count = await countTakenElsewhere(tx, database.engine, taken, tenantId);
  if (count === 0) return;
  const meta = { import_id: id, count };
  await recordAudit(tx, call, { action: 'user.address.taken', meta });
}

const withoutErased = (row: JudgedRow, leftOut: ReadonlySet<string>): JudgedRow =>
  leftOut.size === 0 || isProblem(row.judged) || !leftOut.has(addressDigest(row.judged.email))
    ? row
    : { line: row.line, judged: { column: 'email', reason: 'erased' } };

async function doRows(tx: Tx, deps: RunDeps, start: Import, importer: Importer, rows: readonly JudgedRow[]) {
  const people = rows.flatMap(({ judged }) => (isProblem(judged) ? [] : [judged]));
  const made =
    start.mode === 'real' ? await create(tx, deps, start, importer, people) : await listNew(tx, deps, people);
  const outcomes = rows.map((row) => outcomeOf(start.id, row, made));
  await addRows(tx, deps.database.engine, outcomes);
  return outcomes;
}

/** Whom each address made, or would make: null in a dry run. Who is missing exists already. */
type Made = ReadonlyMap<string, number | null>;

async function create(
  tx: Tx,
  { database: { engine }, clock, keys }: RunDeps,
  start: Import,
  { call, by }: Importer,
  people: readonly PreparedPerson[],
): Promise<Made> {
  const now = clock.now();
  const invite = start.invitations === 'send';
  const making = { engine, at: instantAt(now), mustChoosePassword: invite, meta: { import_id: start.id } };
  const users = await createUsers(tx, call, people, making);
  const invited = (user: CreatedUser) => invite && user.password_hash === null;
  await inviteCreated(tx, keys, call, users.filter(invited), { engine, now, by });
  return new Map(users.map(({ email, id }) => [email, id]));
}

async function listNew(tx: Tx, { database: { engine } }: RunDeps, people: readonly PreparedPerson[]): Promise<Made> {
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
