// engine: both
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type ImportFixture, openImportFixture } from '../../../test/support/import-fixture.ts';
import { days, hours, minutes } from '../../platform/kernel/durations.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';

const DRY = { query: '?dry_run=1' };
const filesOf = ({ service }: ImportFixture) => readdirSync(join(service.settings.server.filesDir, 'imports'));

/** Calls `imports/{id}/{act}` as the admin, and runs the queued work. */
async function go({ service, admin }: ImportFixture, id: number, act: 'check' | 'run', body = {}) {
  const queued = await service.call(`POST /api/admin/imports/${id}/${act}`, { token: admin, body });
  if (queued.status !== 202) return queued.body;
  await service.imports.runDue();
  return (await service.call(`GET /api/admin/imports/${queued.body.id}`, { token: admin })).body;
}

/** Fourteen megabytes, more than a connection buffers. */
function manyFaultyRows(): string {
  const long = 'Ime '.repeat(12_000);
  return `email,oib,x\n${Array.from({ length: 300 }, (_, n) => `a${n}@example.hr,1,${long}`).join('\n')}`;
}

async function people({ service, admin }: ImportFixture, q: string) {
  return (await service.call(`GET /api/admin/users?q=${q}`, { token: admin })).body.items;
}

test('roles are read in both languages, plural and feminine, ignoring case and diacritics', async (t) => {
  const fixture = await openImportFixture(t);
  const words: Record<string, string> = {
    član: 'member',
    'ČLANICA ': 'member',
    clanovi: 'member',
    Voditeljica: 'manager',
    voditelji: 'manager',
    Managers: 'manager',
    gošća: 'guest',
    gosti: 'guest',
    guest: 'guest',
    Members: 'member',
    '': 'member',
  };
  const rows = Object.keys(words).map((word, index) => `r${index}@example.hr;${word}`);
  const done = await fixture.run(['e-mail adresa;ULOGA', ...rows].join('\n'));
  assert.deepEqual([done.created, done.failed], [rows.length, 0]);
  for (const [index, role] of Object.values(words).entries())
    assert.equal((await people(fixture, `r${index}@`))[0].role, role, `${index}`);
  const powers = await fixture.run('email;uloga\na@example.hr;Administratorica\nb@example.hr;glavni administrator\n');
  assert.deepEqual(
    (await fixture.rows(powers.id)).map(({ reason }) => reason),
    ['role_not_allowed', 'role_not_allowed'],
  );
});

test('headings are recognised as people write them, and a full name in one cell is split', async (t) => {
  const fixture = await openImportFixture(t);
  const done = await fixture.run(
    'E-pošta;Ime i prezime;Mobitel;O.I.B.;Datum rođenja;Klub\na@example.hr;Ana Marija Horvat;091 234 5678;69435151530;1.1.2000.;Sloga\nb@example.hr;Babić, Iva;"=""+385 91""";;;\nc@example.hr;Vincent van Gogh;\'+385 92;;;\nd@example.hr;Cher;;;;\n',
  );
  assert.deepEqual([done.created, done.failed, done.ignored_columns], [4, 0, ['Datum rođenja', 'Klub']]);
  const found = await Promise.all(['a@', 'b@', 'c@', 'd@'].map(async (q) => (await people(fixture, `${q}example`))[0]));
  assert.deepEqual(
    found.map(({ ime, prezime, telefon, oib }) => [ime, prezime, telefon, oib]),
    [
      ['Ana Marija', 'Horvat', '091 234 5678', '69435151530'],
      ['Iva', 'Babić', '+385 91', ''],
      ['Vincent', 'van Gogh', '+385 92', ''],
      ['Cher', '', '', ''],
    ],
  );
  await fixture.run('mail,Prezime i ime\ne@example.hr,Kovač Ivan Marko\n');
  const [last] = await people(fixture, 'e@example');
  assert.deepEqual([last.ime, last.prezime], ['Ivan Marko', 'Kovač']);
});

test('a mapping given by the importer decides about a column, in the upload and in a later check', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const csv = 'Kontakt;Kontakt 2;Ime;Mobitel;Tel\na@example.hr;091;Ana;092;01\n';
  const nameless = await fixture.upload(csv, DRY);
  assert.deepEqual([nameless.status, nameless.body.code], [422, 'imports.no_email']);
  assert.deepEqual(
    nameless.body.columns.map(({ heading, field }: { heading: string; field: string }) => [heading, field]),
    [
      ['Kontakt', null],
      ['Kontakt 2', null],
      ['Ime', 'ime'],
      ['Mobitel', 'telefon'],
      ['Tel', null],
    ],
  );
  const check = await fixture.run(csv, { ...DRY, fields: { mapping: JSON.stringify({ Kontakt: 'email' }) } });
  assert.deepEqual([check.created, check.ignored_columns], [1, ['Kontakt 2', 'Tel']]);
  const mapping = { Kontakt: 'email', 'Kontakt 2': 'telefon', Ime: null };
  const again = await go(fixture, check.id, 'check', { mapping });
  assert.deepEqual([again.dry_run, again.created, again.source_id], [true, 1, check.id]);
  assert.deepEqual(again.ignored_columns, ['Ime', 'Mobitel', 'Tel']);
  const real = await go(fixture, again.id, 'run');
  assert.deepEqual([real.dry_run, real.created, real.source_id, real.file_name], [false, 1, again.id, 'članovi.csv']);
  const [ana] = await people(fixture, 'a@example');
  assert.deepEqual([ana.ime, ana.telefon], ['', '091']);
  for (const [fields, code, type] of [
    [{ mapping: '{"Nema": "ime"}' }, 'imports.mapping', undefined],
    [{ mapping: '{"Kontakt": "email", "Kontakt 2": "email"}' }, 'imports.headings', undefined],
    [{ mapping: '{"Kontakt": "password"}' }, 'request.invalid', 'not_allowed'],
    [{ mapping: '[' }, 'request.invalid', 'json_invalid'],
    [{ roles: '{"igrač": "king"}' }, 'request.invalid', 'not_allowed'],
  ] as const) {
    const refused = await fixture.upload(csv, { ...DRY, fields });
    const { code: refusal, detail } = refused.body;
    assert.deepEqual([refused.status, refusal, detail[0].type], [422, code, type], JSON.stringify(fields));
  }
  assert.deepEqual(filesOf(fixture), []);
  const unknown = await service.call(`POST /api/admin/imports/${check.id}/check`, {
    token: admin,
    body: { mapping: 1 },
  });
  assert.equal(unknown.status, 422);
});

test('problems are listed by kind, and a mapped word for a role applies to every row that has it', async (t) => {
  const fixture = await openImportFixture(t);
  const rows = Array.from({ length: 1200 }, (_, index) => `r${index}@example.hr;${index % 2 ? 'Igrač' : 'igrac'};`);
  const csv = ['email;uloga;oib', ...rows, 'x@example.hr;trener;', 'y@example.hr;;123', 'nije adresa;;'].join('\n');
  const check = await fixture.run(csv, DRY);
  const kinds = ({ problems }: typeof check) =>
    problems.map(({ column, reason, count }: Record<string, unknown>) => [column, reason, count]);
  assert.deepEqual(kinds(check), [
    ['role', 'role', 1201],
    ['oib', 'oib', 1],
    ['email', 'email', 1],
  ]);
  assert.deepEqual(check.unknown_roles, [
    { word: 'igrac', count: 1200, likely: 'member' },
    { word: 'trener', count: 1, likely: 'manager' },
  ]);
  const again = await go(fixture, check.id, 'check', { roles: { IGRAČ: 'member', trener: 'manager' } });
  assert.deepEqual([again.created, again.failed, again.unknown_roles], [1201, 2, []]);
  const real = await go(fixture, again.id, 'run');
  assert.deepEqual([real.created, real.failed], [1201, 2]);
  assert.equal((await people(fixture, 'x@example'))[0].role, 'manager');
});

test('the faulty rows are returned as a file that can be corrected and imported', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const csv =
    'Email,Ime i prezime,Mobitel,OIB\na@example.hr,Ana Anić,091,\nb@example.hr,"Čedo; Đurić",+385 91 2,12345678901\nc@example.hr,"Šime,,\nd@example.hr,=1+1,,bez\n';
  const done = await fixture.run(csv);
  assert.deepEqual([done.total, done.created, done.failed], [4, 1, 3]);
  const get = (query = '') => service.call(`GET /api/admin/imports/${done.id}/faulty.csv${query}`, { token: admin });
  const file = await get();
  assert.equal(file.headers['content-disposition'], `attachment; filename="uvoz-${done.id}-za-ispravak.csv"`);
  assert.equal(
    file.text,
    [
      '\uFEFFŠto nije u redu;Email;Ime i prezime;Mobitel;OIB',
      '"Redak 3: OIB nije ispravan: treba imati 11 znamenki, a posljednja je kontrolna.";b@example.hr;"Čedo; Đurić";"=""+385 91 2""";12345678901',
      'Redak 4: Redak se ne može pročitati: navodnici u njemu nisu ispravni.;c@example.hr;Šime;;',
      `"Redak 5: OIB nije ispravan: treba imati 11 znamenki, a posljednja je kontrolna.";d@example.hr;'=1+1;;bez`,
      '',
    ].join('\r\n'),
  );
  assert.match((await get('?language=en')).text, /^\uFEFFWhat is wrong;Email/);
  const corrected = file.text.replace('12345678901', '69435151530').replace(';bez', ';');
  const second = await fixture.run(corrected);
  assert.deepEqual([second.created, second.failed, second.ignored_columns], [3, 0, []]);
  const [cedo] = await people(fixture, 'b@example');
  assert.deepEqual([cedo.telefon, cedo.oib], ['+385 91 2', '69435151530']);
  service.clock.advance(hours(25));
  const again = await service.tokenOf((await service.addPerson({ email: 'nova@example.hr', role: 'admin' })).email);
  const late = await service.call(`GET /api/admin/imports/${done.id}/faulty.csv`, { token: again });
  assert.deepEqual([late.status, late.body.code], [409, 'imports.file_gone']);
});

test('somebody downloads one file of faulty rows at a time, however slowly', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const done = await fixture.run(manyFaultyRows());
  const base = await service.server.listen({ port: 0, host: '127.0.0.1' });
  const path = `/api/admin/imports/${done.id}/faulty.csv`;
  const download = () => fetch(base + path, { headers: { authorization: `Bearer ${admin}` } });
  const slow = await download(); // of which nothing is read
  const refused = await service.call(`GET ${path}`, { token: admin });
  assert.deepEqual([refused.status, refused.body.code], [503, 'imports.busy']);
  const other = await service.tokenOf((await service.addPerson({ email: 'nova@example.hr', role: 'admin' })).email);
  assert.equal((await service.call(`GET ${path}`, { token: other })).status, 200);
  await slow.body?.cancel();
  for (let tries = 0; (await service.call(`GET ${path}`, { token: admin })).status !== 200; tries++) {
    assert.ok(tries < 10, 'who went away holds their place');
    await pause(100);
  }
});

test('however many people read their files of faulty rows slowly, others get theirs', async (t) => {
  const fixture = await openImportFixture(t);
  const { service } = fixture;
  const done = await fixture.run(manyFaultyRows());
  const base = await service.server.listen({ port: 0, host: '127.0.0.1' });
  const path = `/api/admin/imports/${done.id}/faulty.csv`;
  for (let count = 0; count < 6; count++) {
    const { email } = await service.addPerson({ email: `sporo${count}@example.hr`, role: 'admin' });
    const headers = { authorization: `Bearer ${await service.tokenOf(email)}` };
    const slow = await fetch(base + path, { headers }); // of which nothing is read
    t.after(() => slow.body?.cancel());
    assert.equal(slow.status, 200, `${count} read theirs`);
  }
  const whole = await service.call(`GET ${path}`, { token: fixture.admin });
  assert.equal(whole.text.split('\r\n').length, 302);
});

test('an unreadable line fails alone, and is reported with its number', async (t) => {
  const fixture = await openImportFixture(t);
  for (const end of ['\n', '\r\n', '\r']) {
    const n = end.length + end.charCodeAt(0);
    const lines = ['email,ime,klub', `a${n}@example.hr,A,x`, '', `b${n}@example.hr,"B,x`, `c${n}@example.hr,C,x`];
    lines.push(
      `d${n}@example.hr,Ivan "Ićo" D,x`,
      `e${n}@example.hr,"E,x`,
      `f${n}@example.hr,F,y"`,
      `g${n}@example.hr,G,x`,
    );
    const done = await fixture.run(lines.join(end));
    assert.deepEqual([done.total, done.created, done.failed], [7, 4, 3], JSON.stringify(end));
    assert.deepEqual(
      (await fixture.rows(done.id)).map(({ line, reason }) => [line, reason]),
      [
        [4, 'unreadable'],
        [7, 'unreadable'],
        [8, 'unreadable'],
        [2, null],
        [5, null],
        [6, null],
        [9, null],
      ],
    );
  }
});

test('the rows of a check are shown cell by cell, without hashes, with the faulty cell marked', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const hash = `$2b$04$${'a'.repeat(53)}`;
  const check = await fixture.run(
    `email,Klub,oib,password_hash\na@example.hr,Sloga,"=""1""",\nb@example.hr,,,${hash}\n`,
    DRY,
  );
  const { status, body } = await service.call(`GET /api/admin/imports/${check.id}/cells`, { token: admin });
  assert.equal(status, 200);
  assert.deepEqual(body.columns[1], { heading: 'Klub', field: null });
  assert.deepEqual(body.rows, [
    {
      line: 2,
      cells: ['a@example.hr', 'Sloga', '1', ''],
      outcome: 'failed',
      column: 'oib',
      reason: 'oib',
      faulty_index: 2,
      corrected: [],
    },
    {
      line: 3,
      cells: ['b@example.hr', '', '', '•••'],
      outcome: 'created',
      column: null,
      reason: null,
      faulty_index: null,
      corrected: [],
    },
  ]);
  const one = await service.call(`GET /api/admin/imports/${check.id}/cells?lines=3,99`, { token: admin });
  assert.deepEqual(
    one.body.rows.map(({ line }: { line: number }) => line),
    [3],
  );
  const bad = await service.call(`GET /api/admin/imports/${check.id}/cells?lines=${'1,'.repeat(60)}1`, {
    token: admin,
  });
  assert.equal(bad.status, 422);
});

test('of concurrent requests to run a check one succeeds; the list shows the file, the importer and the result', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const check = await fixture.run('email\na@example.hr\n', DRY);
  await service.audit.forget();
  const target = `POST /api/admin/imports/${check.id}/run`;
  const all = await Promise.all(
    Array.from({ length: 4 }, () => service.call(target, { token: admin, body: { invite: true } })),
  );
  assert.deepEqual(all.map(({ status }) => status).sort(), [202, ...Array(3).fill(409)]);
  assert.equal(all.find(({ status }) => status === 409)?.body.code, 'imports.file_gone');
  await service.imports.runDue();
  assert.deepEqual(await service.audit.actions(), ['import.start', 'user.create', 'user.invite', 'import.finish']);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind }) => kind),
    ['invitation'],
  );
  const { body } = await service.call('GET /api/admin/imports', { token: admin });
  const [real, first] = body.items;
  assert.deepEqual([real.file_name, real.dry_run, real.invite, real.source_id], ['članovi.csv', false, true, first.id]);
  assert.deepEqual(
    [first.file_name, first.dry_run, first.next_id, first.file_until],
    ['članovi.csv', true, real.id, null],
  );
  assert.equal(typeof real.created_by_name, 'string');
  assert.deepEqual(filesOf(fixture), []);
});

test('a check and an import say how many administrators they create', async (t) => {
  const opened = await openImportFixture(t);
  const fixture = { ...opened, admin: opened.superadmin };
  const asSuperadmin = { ...DRY, token: fixture.superadmin };
  const csv =
    'email;uloga\na@example.hr;administrator\nb@example.hr;voditelj\na@example.hr;administrator\nc@example.hr;\n';
  const check = await fixture.run(csv, asSuperadmin);
  assert.deepEqual([check.created, check.administrators], [3, 1]);
  const real = await go(fixture, check.id, 'run');
  assert.deepEqual([real.created, real.administrators], [3, 1]);
  const again = await fixture.run(csv, asSuperadmin);
  assert.deepEqual([again.created, again.administrators], [0, 0], 'who has an account stays what they are');
});

test('only administrators of its tenant can use the file of a check; running it requires a recent sign-in if it grants powerful roles', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const other = await service.addTenant('Drugi klub');
  const stranger = await service.tokenOf(
    (await service.addPerson({ email: 'drugi@example.hr', role: 'admin', tenantId: other.id })).email,
  );
  const check = await fixture.run('email,uloga,oib\na@example.hr,voditelj,\nb@example.hr,,1\n', DRY);
  for (const target of ['GET cells', 'GET faulty.csv', 'POST run', 'POST check']) {
    const [method, path] = target.split(' ');
    const call = `${method} /api/admin/imports/${check.id}/${path}` as 'POST /';
    const body = method === 'POST' ? { body: {} } : {};
    const refused = await service.call(call, { token: stranger, ...body });
    assert.deepEqual([refused.status, refused.body.code], [404, 'imports.not_found'], target);
  }
  service.clock.advance(minutes(12));
  const late = await service.call(`POST /api/admin/imports/${check.id}/run`, { token: admin, body: {} });
  assert.deepEqual([late.status, late.body.code], [403, 'reauth.required']);
  assert.equal(filesOf(fixture).length, 1, 'a refusal leaves the file');
  const fresh = await service.tokenOf((await service.addPerson({ email: 'nova@example.hr', role: 'admin' })).email);
  assert.equal((await service.call(`POST /api/admin/imports/${check.id}/run`, { token: fresh, body: {} })).status, 202);
});

test('people imported without mails can be filtered as not invited, and later by the state of their invitation', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const { id } = await fixture.run(
    'email,ime\na@example.hr,Ana\nb@example.hr,Bea\nc@example.hr,Cvita\nd@example.hr,Dora\n',
  );
  const found = async (query: string) => {
    const { status, body } = await service.call(`GET /api/admin/users?status=invited&${query}`, { token: admin });
    assert.equal(status, 200);
    for (const { invitation } of body.items) assert.ok(query.includes(`invitation=${invitation}`), query);
    return [body.total, ...body.items.map(({ ime }: { ime: string }) => ime).sort()];
  };
  assert.deepEqual(await found('invitation=none'), [4, 'Ana', 'Bea', 'Cvita', 'Dora']);
  const [ana, bea] = (await fixture.rows(id)).map(({ user_id }) => user_id);
  const invite = (user: number) => service.call(`POST /api/admin/users/${user}/invite`, { token: admin });
  await invite(bea);
  service.clock.advance(days(7));
  const token = await service.tokenOf((await service.addPerson({ email: 'nova@example.hr', role: 'admin' })).email);
  await service.call(`POST /api/admin/users/${ana}/invite`, { token });
  const link = (await service.call(`POST /api/admin/users/${ana}/invite`, { token })).body.invite_link;
  const see = async (query: string) => {
    const { body } = await service.call(`GET /api/admin/users?${query}`, { token });
    return [body.total, ...body.items.map(({ ime, invitation }: Record<string, string>) => `${ime} ${invitation}`)];
  };
  assert.deepEqual(await see('status=invited&invitation=pending'), [1, 'Ana pending']);
  assert.deepEqual(await see('status=invited&invitation=expired'), [1, 'Bea expired']);
  assert.deepEqual(await see('status=invited&invitation=none&q=d'), [1, 'Dora none']);
  assert.deepEqual(await see('invitation=none&sort=-created&q=c@'), [1, 'Cvita none']);
  const secret = new URL(link).searchParams.get('token');
  const body = { token: secret, new_password: 'mirno toplo more' };
  assert.equal((await service.call('POST /api/auth/setup-password', { body })).status, 200);
  assert.deepEqual(await see('invitation=accepted&q=ana'), [1, 'Ana accepted']);
  assert.deepEqual(await see('invitation=pending'), [0]);
  const one = await service.call(`GET /api/admin/users/${bea}`, { token });
  assert.equal(one.body.invitation, 'expired');
  assert.equal((await service.call('GET /api/admin/users?invitation=sent', { token })).status, 422);
});

test('an erasure removes the kept files of checks', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const { id } = await service.addPerson({ email: 'vesna@example.hr', ime: 'Vesna' });
  const token = await service.tokenOf('vesna@example.hr');
  const check = await fixture.run('email,uloga\nvesna@example.hr,\nb@example.hr,Vesna\n', DRY);
  assert.equal(check.unknown_roles.length, 1);
  const request = await service.call('POST /api/users/me/gdpr-erase', { token });
  await service.call(`POST /api/admin/gdpr/erasure-requests/${request.body.id}/approve`, { token: admin });
  await runErasures(service.privacy);
  await service.mail.deliverDue();
  service.clock.advance(minutes(2));
  await runErasures(service.privacy);
  assert.equal((await service.call(`GET /api/admin/users/${id}`, { token: admin })).body.full_name, '');
  const run = await service.call(`POST /api/admin/imports/${check.id}/run`, { token: admin, body: {} });
  assert.deepEqual([run.status, run.body.code], [409, 'imports.file_gone']);
  await service.imports.runDue();
  assert.deepEqual(filesOf(fixture), []);
  const { body } = await service.call(`GET /api/admin/imports/${check.id}`, { token: admin });
  assert.deepEqual([body.file_until, body.unknown_roles], [null, []]);
});
