// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { statedColumns } from '../../src/platform/database/personal-data.ts';
import type { Instant } from '../../src/platform/kernel/clock.ts';
import { minutes } from '../../src/platform/kernel/durations.ts';
import type { UserId } from '../../src/platform/kernel/entity-id.ts';
import { runErasures } from '../../src/privacy/personal-data/run-erasures.ts';
import { lockoutKey } from '../../src/sign-in/lockout/address-lock.ts';
import {
  addMarkedRow,
  columnsOf,
  fateOf,
  faultOfExport,
  type MarkedRow,
  markRow,
  type Row,
  rowAgain,
} from '../support/marked-person.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const BEFORE = 'prije@example.hr';
const EMAIL = 'oznaka@example.hr';
const INTO = 'drugi@example.hr';
const ISSUER = 'https://issuer.example';

/** Columns of closed lists, in JSON, or with a reference. All other columns are marked. */
const GIVEN: Readonly<Record<string, Row>> = {
  memberships: { role: 'member', reach: 'own', state: 'suspended', source: 'added' },
  recipients: { kind: 'application', tenant_id: 1 },
  person_recipients: { recipient_id: 'oznaka-recipients-id', received_by: 'sign_in' },
  recipient_orders: {
    recipient_id: 'oznaka-recipients-id',
    tenant_id: 1,
    kind: 'erase',
    fields: '[]',
    told_by: 'letter',
    answer: 'kept',
    ground: 'archiving',
    proof: 'hand',
  },
  transfers: { to_tenant_id: 1, from_tenant_id: 1, role: 'member', state: 'asked' },
  factor_reminders: {},
  avatar_stamps: {},
  consents: { categories: '{"necessary":true}' },
  action_tokens: { kind: 'invite', meta: '{"shown":true}' },
  sign_ins: { end_reason: 'logout', methods: 'pwd otp' },
  session_records: { sid: 'oznaka-sign_ins-sid' },
  known_devices: {},
  device_notices: {},
  alarm_links: {},
  lockouts: {},
  two_factor: {},
  recovery_codes: {},
  mailed_codes: {},
  identity_links: { issuer: ISSUER },
  passkey_owners: {},
  passkeys: { device_type: 'multiDevice', transports: '["usb"]', purpose: 'second_step' },
  email_changes: {},
  saved_views: { filter: '{"role":"guest"}' },
  applications: {
    kind: 'web',
    tenant_id: 1,
    redirect_uris: '[]',
    post_logout_redirect_uris: '[]',
    scopes: '["openid"]',
    roles: '["member"]',
    tenant_ids: '[1]',
    pkce: 'required',
  },
  event_subscriptions: { application_id: 'oznaka-applications-id', form: 'push', state: 'active', types: '[]' },
  application_consents: { application_id: 'oznaka-applications-id', scopes: '["openid"]', places: '["oznaka-mjesto"]' },
  provider_records: { model: 'AccessToken', payload: '{"secret":"oznaka"}' },
  application_sign_ins: { sid: 'oznaka-application_sign_ins-sid' },
  logout_notices: { state: 'sent' },
  mails: {
    kind: 'password-changed',
    language: 'en',
    params: '{"name":"Oznaka"}',
    secret_ref: '{"kind":"code","seed":"oznaka"}',
    state: 'sent',
  },
  imports: {
    tenant_id: 1,
    target_tenant_id: 1,
    mode: 'real',
    invitations: 'none',
    existing: 'update',
    status: 'completed',
    failure: 'file',
    encoding: 'utf-8',
    delimiter: ';',
    reading: '{"form":"csv","table_line":1,"heading_lines":1,"rivals":[],"notes":0,"sheets":[],"sheet":null}',
    ignored_columns: '["a"]',
    left_out: '["b"]',
    columns: '[]',
    mapping: '{}',
    roles: '{}',
    problems: '[]',
    unknown_roles: '[{"word":"c","count":1}]',
    next_is: 'import',
  },
  import_rows: {
    outcome: 'updated',
    column_name: 'oib',
    reason: 'oib',
    changes: '[{"field":"ime","before":"oznaka","after":"b"}]',
  },
  import_corrections: {},
  bulk_jobs: {
    tenant_id: 1,
    action: 'suspend',
    authenticated: 'recently',
    role: 'member',
    filter: '{}',
    status: 'completed',
    failure: 'fault',
  },
  bulk_rows: { outcome: 'done', code: 'users.last_superadmin', before: 'active' },
  merges: { way_in: 'into', moved: '[]', memberships: '[]', followers: '[]' },
  documents: { tenant_id: 1, kind: 'yearbook', language: 'hr', visibility: 'public' },
  audit_records: { action: 'login.ok', tenant_id: 1, meta: '{"way":"password"}' },
  audit_seals: { commitments: '{}' },
  erasure_requests: {
    origin: 'request',
    status: 'rejected',
    step: 'start',
    summary: '[]',
    mail_ids: '[]',
    blanked_ids: '[]',
  },
};

async function addRows(service: TestService, id: number): Promise<MarkedRow[]> {
  const { database, keys } = service;
  const elsewhere = await service.addTenant('Klub Oznaka');
  const former = await service.addPerson(); // who was merged into the person before
  const issuer = { key: 'oznaka', issuer: ISSUER, tenant_id: null, scopes: '[]', domains: '[]' };
  await addMarkedRow(database, 'identity_providers', id, issuer);
  const rows: MarkedRow[] = [];
  const idOf = (table: string) => rows.find((one) => one.table === table)?.row.id;
  for (const [table, given] of Object.entries(GIVEN)) {
    const key = {
      memberships: { tenant_id: elsewhere.id },
      lockouts: { address_hmac: lockoutKey(keys, EMAIL) },
      sign_ins: { membership_id: idOf('memberships') },
      merges: { user_id: former.id, into_id: id },
      import_rows: { import_id: idOf('imports') },
      import_corrections: { import_id: idOf('imports') },
      bulk_rows: { job_id: idOf('bulk_jobs') },
      audit_seals: { record_id: idOf('audit_records') },
    };
    rows.push(await addMarkedRow(database, table, id, { ...given, ...key[table as keyof typeof key] })); // tables without one have none
  }
  return rows;
}

/** Somebody with a mark in every column of every table that holds rows of theirs, who may have asked to be erased. */
async function begin(t: TestContext, { asks }: { readonly asks: boolean }) {
  const service = await startTestService(t);
  const { database } = service;
  await service.addPerson({ email: 'admin@example.hr', role: 'superadmin' }); // the person is in two tenants
  const person = await service.addPerson({
    email: BEFORE,
    ime: 'Oznaka',
    prezime: 'Oznakić',
    telefon: '+385 91 555 0199',
  });
  const { id } = person;
  const requestId = asks ? await askForErasure(service, await service.tokenOf(BEFORE)) : 0;
  const { words, word_bits, sort_key, phone_digits, ime, prezime, full_name, telefon, role, status, tenant_id } =
    person;
  const known = { words, word_bits, sort_key, phone_digits, ime, prezime, full_name, telefon, role, status, tenant_id };
  const account = {
    ...known,
    id,
    email: EMAIL,
    oib: '69435151530',
    preferred_language: 'en',
    deleted_status: 'active',
    merged_into: null,
  };
  const rows = await addRows(service, id);
  rows.push(await markRow(database, 'users', id, account));
  return { service, id, requestId, rows, admin: await service.tokenOf('admin@example.hr') };
}

async function askForErasure(service: TestService, token: string): Promise<number> {
  const asked = await service.call('POST /api/users/me/request-deletion', { token });
  assert.equal(asked.status, 200, asked.text);
  return asked.body.id;
}

async function erase({ call, privacy, clock }: TestService, requestId: number, token: string): Promise<void> {
  const approved = await call(`POST /api/admin/gdpr/erasure-requests/${requestId}/approve`, { token });
  assert.equal(approved.status, 200, approved.text);
  for (let run = 0; run < 3; run++) {
    await runErasures(privacy);
    clock.advance(minutes(11));
  }
}

/** What an erasure made of a row otherwise than its columns state. */
async function faultsOf({ database, privacy }: TestService, marked: MarkedRow): Promise<string[]> {
  const after = await rowAgain(database, marked);
  const stated = privacy.contributors.flatMap(({ tables }) => statedColumns(tables));
  return stated
    .filter(({ table }) => table === marked.table)
    .map((column) => ({ column, fate: fateOf(column, marked.row, after) }))
    .filter(({ column, fate }) => fate !== column.erasure)
    .map(({ column, fate }) => `${marked.table}.${column.column} is ${fate}, not ${column.erasure}`);
}

const joinsAt = ({ database }: TestService, id: UserId, joining_at: Instant | null) =>
  database.transaction((tx) => tx.updateTable('users').set({ joining_at }).where('id', '=', id).execute());

test('export and erasure do with every column of a person what is stated', { timeout: 60_000 }, async (t) => {
  const { service, id, requestId, rows, admin } = await begin(t, { asks: true });
  const stated = service.privacy.contributors.flatMap(({ tables }) => statedColumns(tables));
  await joinsAt(service, id, null); // of a record that waits, less is exported
  const told = await service.call(`GET /api/admin/gdpr/users/${id}/export`, { token: admin });
  assert.equal(told.status, 200, told.text);
  await joinsAt(service, id, rows.at(-1)?.row.joining_at as Instant); // as its column was marked
  const faults: string[] = [];
  for (const { table, row } of rows)
    for (const column of stated.filter((one) => one.table === table))
      faults.push(...[faultOfExport(column, row, told.body)].filter((fault) => fault !== undefined));
  await erase(service, requestId, admin);
  for (const marked of rows) faults.push(...(await faultsOf(service, marked)));
  assert.deepEqual(faults, []);
});

test('an erasure does the same with every column of an account that was merged into the person’s', {
  timeout: 60_000,
}, async (t) => {
  const { service, id, rows, admin } = await begin(t, { asks: false });
  const into = await service.addPerson({ email: INTO });
  const own = await service.tokenOf(INTO); // before the passkeys of the other account are theirs
  await joinsAt(service, id, null);
  const merged = await service.call(`POST /api/admin/users/${id}/merge`, { token: admin, body: { into: into.id } });
  assert.equal(merged.status, 200, merged.text);
  const left = await Promise.all(
    rows.map(async (marked) => ({ ...marked, row: await rowAgain(service.database, marked) })),
  );
  await erase(service, await askForErasure(service, own), admin);
  const faults: string[] = [];
  for (const { row, ...marked } of left) if (row) faults.push(...(await faultsOf(service, { ...marked, row })));
  // The merge has emptied these, and deleted the account, for which nothing waits.
  const before = ['users.status is kept, not replaced', 'users.deleted_at is kept, not emptied'];
  assert.deepEqual(faults, [...before, 'users.joining_at is kept, not emptied']);
});

test('every column of the store is stated, and every table marked', async (t) => {
  const { database, privacy } = await startTestService(t);
  const stated = privacy.contributors.flatMap(({ tables }) => statedColumns(tables));
  const names = new Set(stated.map(({ table, column }) => `${table}.${column}`));
  const tables = new Set(stated.map(({ table }) => table));
  const unstated: string[] = [];
  for (const table of tables)
    for (const { name } of await columnsOf(database, table))
      if (!names.has(`${table}.${name}`)) unstated.push(`${table}.${name}`);
  assert.deepEqual(unstated, []);
  const marked = new Set([...Object.keys(GIVEN), 'users', 'user_words', 'tenant_people']); // derived from the marked profile
  assert.deepEqual(
    [...tables].filter((table) => !marked.has(table)),
    [],
  );
});

test('whatever identifies nobody but stays is explained to those who decide', async (t) => {
  const { privacy } = await startTestService(t);
  for (const { room, tables, description } of privacy.contributors) {
    const stays = statedColumns(tables).filter(
      ({ export: exported, erasure }) => erasure === 'kept' && exported !== 'not-personal',
    );
    if (stays.some(({ column }) => column === 'user_id')) assert.ok(description.stays, room);
  }
});
