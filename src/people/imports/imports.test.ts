// engine: both
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hash } from 'bcrypt';
import { strFromU8, unzipSync } from 'fflate';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { days, minutes } from '../../platform/kernel/durations.ts';
import { importsPersonalData } from './imports-personal-data.ts';

const FILE = `E-mail;Ime;Prezime;Telefon;OIB;Uloga;Jezik;Klub
iva@example.hr;Iva;Đurić;+385 91 234 5678;69435151530;member;hr;Sloga
ANA@example.hr;Ana;Šimić;;;;;
ana@example.hr;Ana;Druga;;;;;
krivo;Iva;Bez adrese;;;;;
oib@example.hr;Iva;Loš OIB;;12345678901;;;
uloga@example.hr;Iva;Moćna;;;admin;;
osoba1@example.hr;Netko;Drugi;;;;;
`;

test('a file is imported: people, outcomes, progress and audit records', async (t) => {
  const { service, run, rows, admin } = await openImportFixture(t);
  await service.audit.forget();
  const done = await run(FILE);
  assert.deepEqual(
    [done.status, done.dry_run, done.total, done.created, done.skipped, done.failed, done.delimiter, done.encoding],
    ['completed', false, 7, 2, 1, 4, ';', 'utf-8'],
  );
  assert.deepEqual(done.ignored_columns, ['Klub']);
  const told = (await rows(done.id)).map(({ line, outcome, column, reason }) => [line, outcome, column, reason]);
  assert.deepEqual(told, [
    [4, 'failed', 'email', 'duplicate_in_file'],
    [5, 'failed', 'email', 'email'],
    [6, 'failed', 'oib', 'oib'],
    [7, 'failed', 'role', 'role_not_allowed'],
    [8, 'skipped', 'email', 'exists'],
    [2, 'created', null, null],
    [3, 'created', null, null],
  ]);
  assert.deepEqual(await service.audit.actions(), ['import.start', 'user.create', 'user.create', 'import.finish']);
  assert.deepEqual(await service.mails.take(), []);
  const found = await service.call('GET /api/admin/users?q=djuric', { token: admin });
  assert.equal(found.body.total, 0);
  const { body } = await service.call('GET /api/admin/users?q=duric', { token: admin });
  const [iva] = body.items;
  assert.deepEqual(
    [iva.email, iva.full_name, iva.oib, iva.status, iva.tenant_id],
    ['iva@example.hr', 'Iva Đurić', '69435151530', 'invited', 1],
  );
  const folder = join(service.settings.server.filesDir, 'imports');
  assert.equal(readdirSync(folder).length, 1, 'the rows that failed can be had as a file');
  service.clock.advance(days(1));
  await service.imports.runDue();
  assert.deepEqual(readdirSync(folder), [], 'for a day');
  const exported = await importsPersonalData.exportOf(service.database.read, iva.id);
  assert.deepEqual(exported.created_by_imports, [
    { import_id: done.id, created_at: done.created_at, by: { role: 'admin', tenant: 'Savez' } },
  ]);
});

test('a dry run says the same and changes nothing', async (t) => {
  const { service, run, rows, admin } = await openImportFixture(t);
  await service.audit.forget();
  const dry = await run(FILE, { query: '?dry_run=1&invite=1' });
  const real = await run(FILE);
  const strip = ({ user_id, ...row }: { user_id: number | null }) => row;
  assert.deepEqual((await rows(dry.id)).map(strip), (await rows(real.id)).map(strip));
  assert.deepEqual([dry.dry_run, dry.created, dry.skipped, dry.failed], [true, 2, 1, 4]);
  assert.deepEqual((await service.audit.actions()).slice(0, 3), ['import.start', 'import.finish', 'import.start']);
  assert.deepEqual(await service.mails.take(), []);
  const undo = await service.call(`POST /api/admin/imports/${dry.id}/undo`, { token: admin });
  assert.deepEqual([undo.status, undo.body.code], [409, 'imports.state']);
});

test('people with a bcrypt hash are active and can sign in; the others are invited if requested', async (t) => {
  const { service, run } = await openImportFixture(t);
  const known = await hash('staro dobro more', 4);
  const other = known.replace('$2b$', '$2y$');
  const file = `email,ime,password_hash\na@example.hr,A,${known}\nb@example.hr,B,${other}\nc@example.hr,C,\nd@example.hr,D,${known.replace('$04$', '$03$')}\n`;
  await service.audit.forget();
  const done = await run(file, { query: '?invite=1' });
  assert.deepEqual([done.created, done.failed], [3, 1]);
  for (const email of ['a@example.hr', 'b@example.hr'])
    assert.equal((await service.signIn(email, 'staro dobro more')).status, 200);
  const mails = await service.mails.take();
  assert.deepEqual(
    mails.map(({ kind, to_address }) => [kind, to_address]),
    [['invitation', 'c@example.hr']],
  );
  const actions = await service.audit.actions();
  assert.deepEqual(
    actions.filter((action) => action.startsWith('user.')),
    ['user.create', 'user.create', 'user.create', 'user.invite'],
  );
  const report = JSON.stringify(await service.database.read.selectFrom('import_rows').selectAll().execute());
  assert.ok(!report.includes('$2'));
});

test('a hash of higher cost than the service’s is refused: every check would take as long', async (t) => {
  const { service, run, rows } = await openImportFixture(t, {}, { bcryptCost: 5 });
  const hashes = await Promise.all([4, 5, 6].map((cost) => hash('staro dobro more', cost)));
  const [, , dear = ''] = hashes;
  const people = [...hashes, dear.replace('$06$', '$31$'), dear.replace('$06$', '$32$')];
  const done = await run(`email,password_hash\n${people.map((text, n) => `osoba${n}@example.com,${text}\n`).join('')}`);
  assert.deepEqual([done.created, done.failed], [2, 3]);
  assert.deepEqual(
    (await rows(done.id))
      .filter(({ reason }) => reason !== null)
      .map(({ line, column, reason }) => [line, column, reason]),
    [
      [4, 'password_hash', 'password_cost'],
      [5, 'password_hash', 'password_cost'],
      [6, 'password_hash', 'password_hash'],
    ],
  );
  for (const number of [0, 1])
    assert.equal((await service.signIn(`osoba${number}@example.com`, 'staro dobro more')).status, 200);
});

test('undoing deletes the accounts that nobody has used or edited since', async (t) => {
  const { service, run, rows, admin } = await openImportFixture(t);
  const known = await hash('staro dobro more', 4);
  const people = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.hr,${name},${name === 'a' ? known : ''}\n`);
  const done = await run(`email,ime,password_hash\n${people.join('')}`, { query: '?invite=1' });
  service.clock.advance(1000);
  assert.equal((await service.signIn('a@example.hr', 'staro dobro more')).status, 200);
  const byLine = new Map((await rows(done.id)).map(({ line, user_id }) => [line, user_id]));
  const edited = await service.call(`PATCH /api/admin/users/${byLine.get(3)}`, { token: admin, body: { ime: 'Beba' } });
  assert.equal(edited.status, 200);
  await service.audit.forget();
  const preview = await service.call(`GET /api/admin/imports/${done.id}/undo`, { token: admin });
  const left = [
    { user_id: byLine.get(2), line: 2, full_name: 'a', why: 'signed_in' },
    { user_id: byLine.get(3), line: 3, full_name: 'Beba', why: 'changed' },
  ];
  assert.deepEqual([preview.status, preview.body], [200, { removable: 2, kept: 2, people: left }]);
  const undo = await service.call(`POST /api/admin/imports/${done.id}/undo`, { token: admin });
  assert.deepEqual([undo.status, undo.body], [202, { id: done.id, status: 'running' }]);
  await service.imports.runDue();
  const { body } = await service.call(`GET /api/admin/imports/${done.id}`, { token: admin });
  assert.deepEqual([body.status, body.undone, body.kept], ['undone', 2, 2]);
  const nothing = await service.call(`GET /api/admin/imports/${done.id}/undo`, { token: admin });
  assert.deepEqual(nothing.body, { removable: 0, kept: 2, people: left });
  assert.deepEqual(await service.audit.actions(), ['user.delete', 'user.delete', 'import.undo']);
  const mails = await service.database.read.selectFrom('mails').select(['to_address', 'state']).orderBy('id').execute();
  assert.deepEqual(
    mails.map(({ to_address, state }) => [to_address, state]),
    [
      ['b@example.hr', 'queued'],
      ['c@example.hr', 'cancelled'],
      ['d@example.hr', 'cancelled'],
    ],
  );
  const again = await run('email\nc@example.hr\na@example.hr\n');
  assert.deepEqual([again.created, again.skipped], [1, 1]);
  const twice = await service.call(`POST /api/admin/imports/${done.id}/undo`, { token: admin });
  assert.equal(twice.status, 409);
});

test('an invitation and its withdrawal are no use of an account: undoing removes whoever was only invited', async (t) => {
  const { service, run, rows, admin } = await openImportFixture(t);
  const done = await run('email,ime,prezime\na@example.hr,Ana,Anić\nb@example.hr,Iva,Ivić\nc@example.hr,Eva,Ević\n');
  service.clock.advance(minutes(1));
  const filter = { import_id: done.id, status: 'invited', invitation: 'none', tenant_id: 1 };
  const inviting = { filter, expected_total: 3, action: 'invite' };
  const invited = await service.call('POST /api/admin/users/bulk', { token: admin, body: inviting });
  assert.equal(invited.status, 202, invited.text);
  await service.bulkActs.runDue();
  service.clock.advance(minutes(1));
  const withdrawn = await service.call(`POST /api/admin/bulk-acts/${invited.body.id}/undo`, { token: admin, body: {} });
  assert.equal(withdrawn.status, 202, withdrawn.text);
  await service.bulkActs.runDue();
  service.clock.advance(minutes(1));
  const again = await service.call('POST /api/admin/users/bulk', {
    token: admin,
    body: { ...inviting, filter: { import_id: done.id, status: 'invited', tenant_id: 1 } },
  });
  assert.equal(again.status, 202, again.text);
  await service.bulkActs.runDue();
  const [first] = await rows(done.id);
  const deleted = await service.call(`DELETE /api/admin/users/${first.user_id}`, { token: admin });
  assert.equal(deleted.status, 204, deleted.text);
  const preview = await service.call(`GET /api/admin/imports/${done.id}/undo`, { token: admin });
  const people = [{ user_id: first.user_id, line: 2, full_name: 'Ana Anić', why: 'deleted' }];
  assert.deepEqual(preview.body, { removable: 2, kept: 1, people });
  await service.call(`POST /api/admin/imports/${done.id}/undo`, { token: admin });
  await service.imports.runDue();
  const { body } = await service.call(`GET /api/admin/imports/${done.id}`, { token: admin });
  assert.deepEqual([body.status, body.undone, body.kept], ['undone', 2, 1]);
});

test('a file in Windows-1250 with Croatian headings, tabs and line breaks inside quotes is imported', async (t) => {
  const { service, run, rows, admin } = await openImportFixture(t);
  const text =
    'E-MAIL\tIme\tPREZIME\r\n\r\n"z@example.hr"\t"prva\r\ndruga"\tX\r\nš@\tx\ty\r\nc@example.hr\tŽeljka\tĆosić\r\n';
  const bytes = Buffer.from(
    [...text].map((sign) => ({ š: 0x9a, Ž: 0x8e, Ć: 0xc6, ć: 0xe6 })[sign] ?? sign.charCodeAt(0)),
  );
  const done = await run(bytes);
  assert.deepEqual([done.encoding, done.delimiter, done.created, done.failed], ['windows-1250', '\t', 1, 2]);
  const told = (await rows(done.id)).map(({ line, reason }) => [line, reason]);
  assert.deepEqual(told, [
    [3, 'text_unsafe'],
    [5, 'email'],
    [6, null],
  ]);
  const { body } = await service.call('GET /api/admin/users?q=cosic', { token: admin });
  assert.equal(body.items[0].full_name, 'Željka Ćosić');
});

test("a superadmin imports into any tenant, an admin into their own; nobody sees other tenants' imports", async (t) => {
  const fixture = await openImportFixture(t);
  const { service, run, rows, superadmin } = fixture;
  const other = await service.addTenant('Drugi savez');
  const stranger = await service.tokenOf(
    (await service.addPerson({ role: 'admin', tenantId: other.id, email: 'tudji@example.hr' })).email,
  );
  const file = `email,tenant_id\na@example.hr,${other.id}\nb@example.hr,\nc@example.hr,999\nd@example.hr,x\n`;
  const wide = await run(file, { token: superadmin });
  assert.deepEqual([wide.tenant_id, wide.created, wide.failed], [null, 2, 2]);
  const own = await run(file.replace(/[abcd]@/g, (name) => `x${name}`));
  assert.deepEqual(
    (await rows(own.id)).map(({ reason }) => reason),
    ['tenant', 'tenant', 'tenant', null],
  );
  for (const [target, code] of [
    [`GET /api/admin/imports/${own.id}`, 404],
    [`GET /api/admin/imports/${own.id}/rows`, 404],
    [`GET /api/admin/imports/${own.id}/events`, 404],
    [`GET /api/admin/imports/${own.id}/report.csv`, 404],
    [`POST /api/admin/imports/${own.id}/undo`, 404],
    [`GET /api/admin/imports/${wide.id}`, 404],
    ['GET /api/admin/imports?tenant_id=1', 404],
  ] as const)
    assert.equal((await service.call(target, { token: stranger })).status, code, target);
  assert.equal((await service.call('GET /api/admin/imports', { token: stranger })).body.total, 0);
  assert.equal((await service.call('GET /api/admin/imports', { token: fixture.admin })).body.total, 1);
  assert.equal((await service.call('GET /api/admin/imports', { token: superadmin })).body.total, 2);
  assert.equal((await fixture.upload(file, { query: `?tenant_id=${other.id}` })).status, 404);
});

test('a file that grants powerful roles requires a recent sign-in, its dry run does not', async (t) => {
  const { service, upload } = await openImportFixture(t);
  service.clock.advance(11 * 60 * 1000);
  const file = 'email,role\na@example.hr,manager\n';
  assert.equal((await upload(file, { query: '?dry_run=1' })).status, 202);
  const refused = await upload(file);
  assert.deepEqual([refused.status, refused.body.code], [403, 'reauth.required']);
});

test('an import stops when the importer loses the role', async (t) => {
  const { service, upload, superadmin } = await openImportFixture(t);
  const { body } = await upload('email\na@example.hr\n');
  const found = await service.call('GET /api/admin/users?role=admin', { token: superadmin });
  await service.call(`POST /api/admin/users/${found.body.items[0].id}/suspend`, { token: superadmin, body: {} });
  await service.imports.runDue();
  const ended = await service.call(`GET /api/admin/imports/${body.id}`, { token: superadmin });
  assert.deepEqual([ended.body.status, ended.body.failure, ended.body.created], ['failed', 'importer', 0]);
  assert.ok(!existsSync(join(service.settings.server.filesDir, 'imports', 'a')));
});

test("the report is in the requested language, or else in the caller's", async (t) => {
  const { service, run, admin } = await openImportFixture(t);
  const { id } = await run('email,oib\nnije-adresa,\nana@example.hr,123\n');
  const report = async (query = '') => {
    const { text, headers } = await service.call(`GET /api/admin/imports/${id}/report.csv${query}`, { token: admin });
    const [headings, ...rows] = text.split('\r\n');
    return [headings, ...rows, headers['content-disposition']];
  };
  const croatian = [
    '\uFEFFRedak;Ishod;Stupac;Zašto;Broj osobe',
    '2;Greška;email;E-adresa nije ispravna.;',
    '3;Greška;oib;"OIB nije ispravan: treba imati 11 znamenki, a posljednja je kontrolna.";',
    ...['', `attachment; filename="uvoz-${id}.csv"`],
  ];
  const english = [
    '\uFEFFRow;Outcome;Column;Why;Person',
    '2;Error;email;The e-mail address is not valid.;',
    '3;Error;oib;"The OIB is not valid: it has 11 digits, and the last one is a check digit.";',
    ...['', `attachment; filename="import-${id}.csv"`],
  ];
  assert.deepEqual([await report(), await report('?language=en')], [croatian, english]);
  await service.call('PUT /api/auth/me', { token: admin, body: { preferred_language: 'en' } });
  assert.deepEqual([await report(), await report('?language=hr')], [english, croatian]);
  const unknown = await service.call(`GET /api/admin/imports/${id}/report.csv?language=de`, { token: admin });
  assert.equal(unknown.status, 422);
});

test('the report accounts for every row once, in the order of the file', async (t) => {
  const { service, run, admin } = await openImportFixture(t);
  const people = Array.from({ length: 450 }, (_, index) => `r${index}@example.hr\n`).join('');
  const done = await run(`email\n${people}`);
  const { text, headers } = await service.call(`GET /api/admin/imports/${done.id}/report.csv?raw=1`, { token: admin });
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  const lines = text.trimEnd().split('\r\n');
  assert.equal(lines[0], 'line,outcome,user_id,column,reason,detail');
  assert.deepEqual(
    lines.slice(1).map((line) => Number(line.split(',')[0])),
    Array.from({ length: 450 }, (_, index) => index + 2),
  );
});

test('the report is available as a workbook, and as a plain file for programs that is the same in every language', async (t) => {
  const { service, run, admin } = await openImportFixture(t);
  const { id } = await run('Email;Broj mobitela\nnije-adresa;\nana@example.hr;+385 91 234 5678\n');
  const plain = async (language: string) => {
    const target = `GET /api/admin/imports/${id}/report.csv?raw=1&language=${language}`;
    return (await service.call(target, { token: admin })).text.split('\r\n').map((row) => row.split(','));
  };
  const [croatian, english] = [await plain('hr'), await plain('en')];
  assert.deepEqual(
    croatian.map((row) => row.slice(0, 5)),
    english.map((row) => row.slice(0, 5)),
  );
  assert.deepEqual(croatian[1], ['2', 'failed', '', 'email', 'email', 'E-adresa nije ispravna.']);
  const answer = await service.server.inject({
    method: 'GET',
    url: `/api/admin/imports/${id}/report.csv?format=xlsx`,
    headers: { authorization: `Bearer ${admin}` },
  });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-disposition'], `attachment; filename="uvoz-${id}.xlsx"`);
  const strings = strFromU8(unzipSync(answer.rawPayload)['xl/sharedStrings.xml'] ?? new Uint8Array());
  assert.deepEqual(
    [...strings.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text),
    [
      ...['Redak', 'Ishod', 'Stupac', 'Zašto', 'Broj osobe'],
      ...['Greška', 'Email', 'E-adresa nije ispravna.', 'Otvoren račun'],
    ],
  );
});
