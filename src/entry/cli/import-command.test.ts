import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../../test/support/operator-command.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { meaningOf } from '../../people/imports/import-columns.ts';

test('import works beside a serving process, with a dry run first', async (t) => {
  const service = await startTestService(t);
  const { server, storage } = service.settings;
  const url = storage.databaseUrl?.reveal();
  const secret = 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u';
  const env = { SVC_DATA_DIR: server.dataDir, ...(url ? { SVC_DATABASE_URL: url, SVC_SECRET: secret } : {}) };
  const file = join(service.dataDir, 'clanovi.csv');
  writeFileSync(file, 'email,uloga\na@example.hr,admin\nb@example.hr,\nkrivo,\nc@example.hr,superadmin\n');
  const words = `import --file ${file} --tenant savez`;
  const dry = await runCommand(`${words} --dry-run`, env);
  assert.match(dry.out, /of 4 rows 2 would be created, 0 exist, 2 failed/, dry.err);
  assert.match(dry.out, /^Read as utf-8, separated by (?:commas|semicolons), with the headings on line 1\.\n/);
  assert.deepEqual(dry.out.split('\n').slice(2), [
    '  line 4  email  The e-mail address is not valid.',
    '  line 5  role   You cannot grant this role by an import.',
    'Every row: http://localhost:8080/admin/imports?import=1, or GET /api/admin/imports/1/report.csv',
    '',
  ]);
  assert.equal(dry.code, 0);
  const real = await runCommand(`${words} --invite`, env);
  assert.match(real.out, /is completed: of 4 rows 2 created, 0 exist, 2 failed/, real.err);
  assert.deepEqual(
    (await service.mails.take()).map(({ to_address }) => to_address),
    ['a@example.hr', 'b@example.hr'],
  );
  writeFileSync(file, `email\n${'krivo\n'.repeat(23)}`);
  const many = await runCommand(words, env);
  assert.equal(many.code, 0, many.err);
  assert.match(many.out, / {2}line 21 .*\n {2}and 3 more\nEvery row: .*\/3\/report\.csv\n$/);
  writeFileSync(file, '"email\na@example.hr\nb@example.hr\n');
  const broken = await runCommand(words, env);
  assert.equal(broken.code, 1);
  assert.match(broken.err, /^imports\.unreadable: .* \(line 1\)\n$/);
  writeFileSync(file, 'Ime;Kontakt\nAna;091\n');
  const nameless = await runCommand(words, env);
  assert.match(nameless.err, /^imports\.no_email: .* \(columns “Ime”, “Kontakt”\)\n$/);
  writeFileSync(file, Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]));
  const old = await runCommand(words, env);
  assert.match(old.err, /^imports\.old_workbook: .* save it as XLSX or CSV UTF-8\.\n$/);
});

test('import reads the chosen sheet, from the chosen line, in the chosen encoding, and says what it cannot', async (t) => {
  const service = await startTestService(t);
  const { server, storage } = service.settings;
  const url = storage.databaseUrl?.reveal();
  const secret = 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u';
  const env = { SVC_DATA_DIR: server.dataDir, ...(url ? { SVC_DATABASE_URL: url, SVC_SECRET: secret } : {}) };
  const file = join(service.dataDir, 'popis.csv');
  const words = `import --file ${file} --tenant savez --dry-run`;
  writeFileSync(file, 'email;ime\nstara@example.hr;Lani\nemail;prezime\na@example.hr;Nova\n');
  const moved = await runCommand(`${words} --headings 3`, env);
  assert.match(moved.out, /headings on line 3\.\n.* of 1 rows 1 would be created/, moved.err);
  for (const line of ['0', 'x', '10001'])
    assert.match((await runCommand(`${words} --headings ${line}`, env)).err, /from 1 to/);
  assert.match((await runCommand(`${words} --sheet List1`, env)).err, /The file has no sheets/);
  assert.match((await runCommand(`${words} --encoding cp852`, env)).err, /cp852 is not the encoding of this file/);
  assert.match((await runCommand(`${words} --encoding ebcdic`, env)).err, /takes one of windows-1250/);
  writeFileSync(file, Buffer.from('email;ime\na@example.hr;\x8aime\n', 'latin1'));
  assert.match((await runCommand(`${words} --encoding iso-8859-2`, env)).out, /^Read as iso-8859-2, /);
  const workbook = join(service.dataDir, 'popis.xlsx');
  copyFileSync(new URL('../../../test/fixtures/imports/club-list.xlsx', import.meta.url), workbook);
  const sheet = `import --file ${workbook} --tenant savez --dry-run --sheet`;
  assert.match((await runCommand(`${sheet} List1`, env)).out, /^Read as xlsx, sheet “List1”/);
  assert.match((await runCommand(`${sheet} List9`, env)).err, /There is no sheet “List9”; there are “List1”/);
});

test('import --help names the columns that are read', async () => {
  const { out } = await runCommand('import --help', {});
  const table = /ignored:\n\n(.*?)\n\n/s.exec(out)?.[1] ?? '';
  const headings = table.split('\n').map((line) => line.trim().split('  ')[0]?.split(', ') ?? []);
  assert.equal(headings.length, 11, out);
  for (const [first = '', ...others] of headings) {
    assert.ok(meaningOf(first), first);
    for (const other of others) assert.equal(meaningOf(other), meaningOf(first), other);
  }
  assert.match(out, /exit code is 0/);
});
