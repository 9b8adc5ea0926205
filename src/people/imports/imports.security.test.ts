import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { csvCell } from '../../platform/kernel/csv-cell.ts';

const REFUSED: Readonly<Record<string, [string | Buffer, string]>> = {
  'an empty file': ['', 'imports.empty'],
  'white space': [' \r\n\r\n', 'imports.empty'],
  'headings alone': ['email,ime\n', 'imports.empty'],
  'no e-mail column': ['ime,prezime\nAna,Anić\n', 'imports.no_email'],
  '100,000 columns': [`email${',x'.repeat(100_000)}\na@example.hr\n`, 'imports.unreadable'],
  '201 columns': [`email${',x'.repeat(200)}\na@example.hr\n`, 'imports.too_many_columns'],
  'headings with a quote that never closes': ['email,"ime\na@example.hr,A\n', 'imports.unreadable'],
  'headings of 1 MB': [`email,"${'x'.repeat(1024 * 1024)}"\na@example.hr\n`, 'imports.unreadable'],
  'more than 500 rows that cannot be read': [`email,ime\n${'a@example.hr,A "x B\n'.repeat(501)}`, 'imports.unreadable'],
  'UTF-16 without an e-mail column': [Buffer.from('\uFEFFime\nAna\n', 'utf16le'), 'imports.no_email'],
  'as many NULs as letters': ['e\0\0mai\0l\0\n\0\0aa\0', 'imports.encoding'],
  'bytes that Windows-1250 lacks': [Buffer.from('email,ime\na@example.hr,\x81\n', 'latin1'), 'imports.encoding'],
  'UTF-8 with one broken letter': [
    Buffer.concat([Buffer.from('email,ime\na@example.hr,Čavić '), Buffer.from([0xff]), Buffer.from('\n')]),
    'imports.encoding',
  ],
  'a picture': [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'imports.encoding'],
};

test('a file that cannot be imported is refused as a whole, with a clear reason, and leaves nothing', async (t) => {
  const { service, upload } = await openImportFixture(t);
  await service.audit.forget();
  for (const [name, [file, code]] of Object.entries(REFUSED)) {
    const { status, body } = await upload(file);
    assert.deepEqual([status, body.code], [422, code], name);
  }
  const { body } = await upload(REFUSED['more than 500 rows that cannot be read']?.[0] ?? '');
  assert.equal(body.line, 502);
  assert.deepEqual(await service.audit.actions(), []);
  assert.deepEqual(readdirSync(service.settings.server.filesDir, { recursive: true }), ['.incoming']);
});

test('NULs refuse their rows alone, each with its line', async (t) => {
  const { run, rows } = await openImportFixture(t);
  const file = [
    'email;ime;bilješka\0',
    'ana@example.hr;Ana;',
    'b\0@example.hr;Iva;',
    'iva@example.hr;I\0va;',
    'eva@example.hr;Eva;x\0y',
    '\0;\0;\0',
  ];
  const done = await run(`${file.join('\n')}\n`);
  assert.deepEqual([done.created, done.failed], [2, 3]);
  assert.deepEqual(
    (await rows(done.id)).filter(({ reason }) => reason !== null).map(({ line, reason }) => [line, reason]),
    [
      [3, 'email_unseen'],
      [4, 'text_unsafe'],
      [6, 'email_unseen'],
    ],
  );
});

test('malicious headings and cells are treated as plain text', async (t) => {
  const { run, rows } = await openImportFixture(t);
  const done = await run('email,__proto__,constructor,toString\na@example.hr,x,y,z\n=cmd|1@example.hr,,,\n');
  assert.deepEqual([done.created, done.failed], [2, 0]);
  const hostile = await run(
    "email,ime,telefon,preferred_language\nb@example.hr,\u0007,,\nc@example.hr,,=1+1,\nd@example.hr,,,de\n'e@example.hr',,,,,,too many\n",
  );
  assert.deepEqual(
    (await rows(hostile.id)).map(({ reason }) => reason),
    ['text_unsafe', 'phone', 'language', 'too_many_cells'],
  );
});

test('cells that a spreadsheet would run are neutralised', () => {
  for (const text of ['=1', '+1', '-1', '@a', '\ta', '\ra']) assert.match(csvCell(text), /^"?'/);
  assert.equal(csvCell('a=b'), 'a=b');
  assert.equal(csvCell('a;"b'), '"a;""b"');
});

test('only administrators import; a file above 50 MB is 413', async (t) => {
  const { service, upload } = await openImportFixture(t);
  for (const role of ['manager', 'member'] as const) {
    const token = await service.tokenOf((await service.addPerson({ role, email: `${role}@example.hr` })).email);
    assert.equal((await upload('email\na@example.hr\n', { token })).status, 403);
  }
  assert.equal((await service.call('POST /api/admin/imports')).status, 401);
  const large = Buffer.alloc(50 * 1024 * 1024 + 1, 'email\n');
  assert.equal((await upload(large)).status, 413);
});

test('a file in Windows-1250 that is refused before its end is only refused', async (t) => {
  const { service, upload, admin } = await openImportFixture(t);
  for (const [code, text] of [
    ['imports.no_email', 'ime,prezime\nAna,\xa9imi\xe6\n'],
    ['imports.too_many_columns', `email${',\x8a'.repeat(200)}\n`],
    ['imports.unreadable', `"email \x8ai\xe6\n${'a'.repeat(200_000)}`],
  ] as const) {
    const answer = await upload(Buffer.from(text, 'latin1'));
    assert.deepEqual([answer.status, answer.body.code], [422, code]);
  }
  await pause(200); // an unhandled error of a stream would end the process
  assert.equal((await service.call('GET /api/auth/me', { token: admin })).status, 200);
});

test('an import takes addresses that are taken in other tenants for new ones', async (t) => {
  const { service, run } = await openImportFixture(t);
  const other = await service.addTenant('Drugi klub');
  await service.addPerson({ email: 'tamo@example.hr', tenantId: other.id });
  await service.addPerson({ email: 'ovdje@example.hr' });
  const file = 'email\nTAMO@example.hr\novdje@example.hr\nnova@example.hr\n';
  await service.audit.forget();
  const dry = await run(file, { query: '?dry_run=1' });
  const real = await run(file);
  for (const { created, skipped } of [dry, real]) assert.deepEqual([created, skipped], [2, 1]);
  assert.ok(!(await service.audit.actions()).includes('user.address.taken'));
});
