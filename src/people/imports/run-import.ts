import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import { type CreatedUser, createUsers } from '../../accounts/users/create-users.ts';
import { listAddressPlaces } from '../../accounts/users/joining-store.ts';
import type { PreparedPerson } from '../../accounts/users/person-to-create.ts';
import type { Tx } from '../../platform/database/database.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { bringSecondFactors } from '../../sign-in/two-factor/bring-second-factors.ts';
import { inviteCreated } from '../invitations/invite-created.ts';
import type { Batch } from '../long-acts/act-worker.ts';
import { problemCounts } from './add-up-problems.ts';
import type { Corrections } from './corrections.ts';
import { findCorrections } from './corrections-store.ts';
import type { CellChange, Import, ImportRow, Outcome } from './import.ts';
import { importRows } from './import-rows-store.ts';
import { addressDigest, imports, problemsAsJson } from './imports-store.ts';
import { findRenewals, managerOf, type Renewal, renewPeople } from './renew-people.ts';
import type { Importer, RunDeps } from './run-deps.ts';
import { validatedBatches } from './validate-file.ts';
import { isProblem, leftBehind, type PersonOfRow, type Problem } from './validate-row.ts';
import type { FileToValidate, ValidatedRow } from './validated-rows.ts';

/** Rows per transaction: more rows mean fewer pages and commits. Other writers wait meanwhile, readers do not. */
const BATCH = 1000;
/** Changing somebody who exists, with their words, takes ten times what creating them does: a thousand held up others' writes for seconds. */
const RENEWED_AT_ONCE = 50;
/** Rows made ready in a turn of the event loop. */
const PORTION = 250;

/** The rows of a file that are not done, in batches. */
export async function* batchesOf(deps: RunDeps, start: Import): AsyncGenerator<Batch<ValidatedRow>> {
  const copy = await deps.files.local(start.file);
  try {
    const isTenant = tenantCheck(deps);
    let from = start.next_place;
    const corrections = await findCorrections(deps.database.read, start);
    for await (const batch of validatedBatches(fileOf(deps, start, copy.path, corrections))) {
      const to = (batch.at(-1)?.line ?? from) + 1;
      yield { items: await inTenants(batch, isTenant), from, to };
      from = to;
    }
  } finally {
    await copy.release();
  }
}

export const fileOf = (
  { passwordCost }: Pick<RunDeps, 'passwordCost'>,
  start: Import,
  path: string,
  corrections: Corrections,
): FileToValidate => ({
  path,
  encoding: start.encoding,
  delimiter: start.delimiter,
  reading: start.reading,
  mapping: start.mapping,
  corrections,
  from: start.next_place,
  batch: start.existing === 'update' ? RENEWED_AT_ONCE : BATCH,
  existing: start.existing,
  rules: {
    tier: start.tier,
    target_tenant_id: start.target_tenant_id,
    highestPasswordCost: passwordCost,
    roles: start.roles,
  },
});

export function tenantCheck({ database }: Pick<RunDeps, 'database'>): (id: TenantId) => Promise<boolean> {
  const known = new Map<TenantId, Promise<boolean>>();
  return (id) => {
    const answer = known.get(id) ?? findTenant(database.read, id).then((tenant) => tenant !== undefined);
    if (known.size < 10_000) known.set(id, answer);
    return answer;
  };
}

/** Looks each tenant up once, however many rows name it. Rows with an unknown tenant create nobody. */
export async function inTenants(
  batch: readonly ValidatedRow[],
  isTenant: (id: TenantId) => Promise<boolean>,
): Promise<readonly ValidatedRow[]> {
  const unknown = new Set<TenantId>();
  for (const id of new Set(batch.flatMap(({ result }) => (isProblem(result) ? [] : result.tenantId))))
    if (!(await isTenant(id))) unknown.add(id);
  if (unknown.size === 0) return batch;
  return batch.map((row) =>
    isProblem(row.result) || !unknown.has(row.result.tenantId)
      ? row
      : { ...row, result: { column: 'tenant_id', reason: 'tenant_unknown' } },
  );
}

/** Creates the people of a batch, or in a dry run looks for those who exist. */
export async function runBatch(
  tx: Tx,
  deps: RunDeps,
  start: Import,
  importer: Importer,
  rows: readonly ValidatedRow[],
): Promise<void> {
  const leftOut = new Set(start.left_out);
  const problems = problemCounts(start);
  const counts: Partial<Record<Outcome, number>> = {};
  let administrators = 0;
  for (let done = 0; done < rows.length; done += PORTION) {
    if (done > 0) await yieldToEventLoop();
    const portion = rows.slice(done, done + PORTION).map((row) => withoutErased(row, leftOut));
    for (const [index, { outcome }] of (await doRows(tx, deps, start, importer, portion)).entries()) {
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      const result = portion[index]?.result;
      if (result === undefined) continue;
      if (isProblem(result)) problems.add(result);
      else if (outcome === 'created') {
        const left = leftBehind(result);
        if (left !== undefined) problems.add(left);
        if (tierOf(result.role) <= tierOf('admin')) administrators += 1;
      }
    }
  }
  await imports.addCounts(tx, start.id, { ...counts, administrators }, problemsAsJson(problems.totals()));
}

const withoutErased = (row: ValidatedRow, leftOut: ReadonlySet<string>): ValidatedRow =>
  leftOut.size === 0 || isProblem(row.result) || !leftOut.has(addressDigest(row.result.email))
    ? row
    : { line: row.line, result: { column: 'email', reason: 'erased' } };

async function doRows(tx: Tx, deps: RunDeps, start: Import, importer: Importer, rows: readonly ValidatedRow[]) {
  const renewals = start.existing === 'update' ? await findRenewals(tx, start, rows) : NOBODY_KNOWN;
  const people = rows.flatMap(({ line, result }) => (isProblem(result) || renewals.has(line) ? [] : [result]));
  const made =
    start.mode === 'real' ? await create(tx, deps, start, importer, people) : await listNew(tx, start, people);
  const changed = await renewPeople(tx, start, importer.call, renewals);
  const outcomes = rows.map((row) => {
    const renewal = renewals.get(row.line);
    return renewal === undefined
      ? outcomeOf(start.id, row, made)
      : renewed(start.id, row, renewal, changed.get(row.line));
  });
  await importRows.add(tx, outcomes);
  return outcomes;
}

const NOBODY_KNOWN: ReadonlyMap<number, Renewal> = new Map();

/** The user each address created, or `null` in a dry run. A missing address already existed. */
type Made = ReadonlyMap<string, UserId | null>;

type NewPerson = PreparedPerson & Pick<PersonOfRow, 'totp'>;

async function create(
  tx: Tx,
  { clock, keys }: RunDeps,
  start: Import,
  { call, by }: Importer,
  people: readonly NewPerson[],
): Promise<Made> {
  const now = clock.now();
  const invite = start.invitations === 'send';
  const meta = { import_id: start.id };
  const making = { at: instantAt(now), mustChoosePassword: invite, meta, within: scopeOf(managerOf(start)) };
  const users = await createUsers(tx, call, people, making);
  const apps = new Map(people.map(({ email, totp }) => [email, totp]));
  const brought = users.flatMap(({ id: userId, email }) => {
    const app = apps.get(email);
    return app !== undefined && 'secret' in app ? { userId, secret: app.secret } : [];
  });
  await bringSecondFactors(tx, keys, brought, call.at);
  const invited = (user: CreatedUser) => invite && user.password_hash === null;
  await inviteCreated(tx, keys, call, users.filter(invited), { now, by, meta });
  return new Map(users.map(({ email, id }) => [email, id]));
}

async function listNew(tx: Tx, start: Import, people: readonly NewPerson[]): Promise<Made> {
  const emails = people.map(({ email }) => email);
  const places = await listAddressPlaces(tx, scopeOf(managerOf(start)), emails);
  return new Map(emails.filter((email) => places.get(email) !== 'here').map((email) => [email, null]));
}

function outcomeOf(importId: number, { line, result }: ValidatedRow, made: Made): ImportRow {
  const row = { import_id: importId, line, user_id: null, changes: null };
  if (isProblem(result)) return { ...row, outcome: 'failed', column_name: result.column, reason: result.reason };
  const id = made.get(result.email);
  return id === undefined
    ? { ...row, outcome: 'skipped', column_name: 'email', reason: 'exists' }
    : { ...row, outcome: 'created', user_id: id, ...whyIncomplete(leftBehind(result)) };
}

const whyIncomplete = (left: Problem | undefined) => ({
  column_name: left?.column ?? null,
  reason: left?.reason ?? null,
});

/** The outcome of a row about somebody who exists; they count as listed in the file even where the row is wrong. */
function renewed(
  importId: number,
  { line, result }: ValidatedRow,
  { user, problem }: Renewal,
  changes: readonly CellChange[] | undefined,
): ImportRow {
  const row = { import_id: importId, line, user_id: user.id, changes: null };
  if (isProblem(result)) return { ...row, outcome: 'failed', column_name: result.column, reason: result.reason };
  if (problem !== undefined) return { ...row, outcome: 'failed', column_name: 'oib', reason: 'same_person' };
  const reason = user.email === result.email ? null : 'other_address';
  if (changes === undefined) return { ...row, outcome: 'skipped', column_name: 'email', reason: reason ?? 'same' };
  const column_name = reason === null ? null : 'email';
  return { ...row, outcome: 'updated', column_name, reason, changes: toJson(changes) };
}
