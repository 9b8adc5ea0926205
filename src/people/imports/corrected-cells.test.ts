// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ImportFixture, openImportFixture } from '../../../test/support/import-fixture.ts';
import { days, minutes } from '../../platform/kernel/durations.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';

const DRY = { query: '?dry_run=1' };

/** Columns: 0 address, 1 name, 2 OIB, 3 telephone, 4 role. Lines 2 to 7. */
const FILE = `E-mail;Ime i prezime;OIB;Mobitel;Uloga
nije adresa;Ana Horvat;;;
iva@example.hr;Iva Babić;12345678901;;
iva@example.hr;Iva Druga;;;
mate@example.hr;Mate Kos;;slovo;
nika@example.hr;Nika "Beba" Lovrić;;;Igrač
dora@example.hr;Dora Jurić;;;
`;

const counts = ({ created, skipped, failed }: Record<string, number>) => [created, skipped, failed];

const correct = (
  { service, admin }: ImportFixture,
  id: number,
  line: number,
  cells: Record<number, string | null>,
  token = admin,
) =>
  service.call(`PATCH /api/admin/imports/${id}/rows/${line}`, {
    token,
    body: { cells: Object.entries(cells).map(([index, text]) => ({ index: Number(index), text })) },
  });

const found = async ({ service, admin }: ImportFixture, id: number) =>
  (await service.call(`GET /api/admin/imports/${id}`, { token: admin })).body;

async function go(fixture: ImportFixture, id: number, act: 'check' | 'run', body = {}) {
  const queued = await fixture.service.call(`POST /api/admin/imports/${id}/${act}`, { token: fixture.admin, body });
  assert.equal(queued.status, 202, queued.text);
  await fixture.service.imports.runDue();
  return found(fixture, queued.body.id);
}

test('cells of every column are corrected before the run, by the rules of the file, and told apart in the report', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const check = await fixture.run(FILE, DRY);
  assert.deepEqual(counts(check), [1, 0, 5]);
  const shown = await service.call(`GET /api/admin/imports/${check.id}/cells?lines=6`, { token: admin });
  assert.equal(shown.body.rows[0].cells[1], 'Nika "Beba" Lovrić', 'a nickname in quotes is read as it stands');
  await service.audit.forget();

  const still = await correct(fixture, check.id, 2, { 0: 'ana@' });
  assert.deepEqual([still.status, still.body.row.reason, still.body.faulty_index], [200, 'email', 0]);
  const right = await correct(fixture, check.id, 2, { 0: ' Ana@Example.hr ' });
  assert.deepEqual(
    [right.body.row.outcome, right.body.row.reason, right.body.faulty_index],
    ['created', null, null],
    right.text,
  );
  assert.equal((await correct(fixture, check.id, 3, { 2: '69435151530' })).body.row.outcome, 'created');
  assert.equal((await correct(fixture, check.id, 4, { 0: 'dora@example.hr' })).body.row.outcome, 'created');
  assert.deepEqual(
    (await fixture.rows(check.id)).filter(({ reason }) => reason !== null).map(({ line, reason }) => [line, reason]),
    [
      [5, 'phone'],
      [6, 'role'],
      [7, 'duplicate_in_file'],
    ],
    'the row below repeats the corrected address',
  );
  assert.equal((await correct(fixture, check.id, 4, { 0: 'druga@example.hr' })).body.row.outcome, 'created');
  assert.equal((await correct(fixture, check.id, 5, { 3: '' })).body.row.outcome, 'created');
  assert.equal((await correct(fixture, check.id, 6, { 4: 'član' })).body.row.outcome, 'created');
  const ready = await found(fixture, check.id);
  assert.deepEqual([counts(ready), ready.problems, ready.unknown_roles, ready.corrected], [[6, 0, 0], [], [], 7]);
  assert.deepEqual(await service.audit.actions(), Array(7).fill('import.correct'));

  const cells = await service.call(`GET /api/admin/imports/${check.id}/cells?lines=2`, { token: admin });
  assert.deepEqual([cells.body.rows[0].cells[0].trim(), cells.body.rows[0].corrected], ['Ana@Example.hr', [0]]);
  const done = await go(fixture, check.id, 'run');
  assert.deepEqual(counts(done), [6, 0, 0]);
  const people = await service.call('GET /api/admin/users?q=ana@example', { token: admin });
  assert.equal(people.body.items[0].full_name, 'Ana Horvat');
  const report = await service.call(`GET /api/admin/imports/${done.id}/report.csv?language=hr`, { token: admin });
  assert.match(report.text, /Ispravljeno na stranici/);
  assert.match(report.text, /Otvoren račun;;;"?E-mail \(/);
  const kept = await service.database.read.selectFrom('import_corrections').selectAll().execute();
  assert.deepEqual(
    kept.map(({ import_id, text }) => [import_id, text]),
    Array(5).fill([done.id, null]),
  );

  await service.call(`POST /api/admin/imports/${done.id}/undo`, { token: admin });
  await service.imports.runDue();
  assert.equal((await found(fixture, done.id)).undone, 6);
});

test('a correction is taken back, goes on with a further check, and stays in the file of what is still wrong', async (t) => {
  const fixture = await openImportFixture(t);
  const check = await fixture.run(FILE, DRY);
  await correct(fixture, check.id, 2, { 0: 'ana@example.hr', 1: 'Ana Perić' });
  const back = await correct(fixture, check.id, 2, { 0: null });
  assert.equal(back.body.row.reason, 'email');
  await correct(fixture, check.id, 6, { 4: 'nogometaš' });
  assert.deepEqual(
    (await found(fixture, check.id)).unknown_roles.map(({ word }: { word: string }) => word),
    ['nogometaš'],
  );
  const again = await go(fixture, check.id, 'check', { roles: { nogometaš: 'member' } });
  assert.deepEqual([counts(again), again.corrected], [[2, 0, 4], 3]);
  assert.equal((await correct(fixture, check.id, 2, { 0: 'ana@example.hr' })).body.code, 'imports.file_gone');
  const faulty = await fixture.service.call(`GET /api/admin/imports/${again.id}/faulty.csv`, { token: fixture.admin });
  assert.match(faulty.text, /nije adresa;Ana Perić/);
});

test('a line that cannot be read is corrected as it is taken; wrong calls are refused', async (t) => {
  const fixture = await openImportFixture(t);
  const { service } = fixture;
  const check = await fixture.run(
    'email;ime;prezime\na@example.hr;"Ana;Horvat\nb@example.hr;B;C;višak\nukupno;2;\n',
    DRY,
  );
  assert.deepEqual(counts(check), [0, 0, 2]);
  assert.equal((await correct(fixture, check.id, 2, { 1: 'Ana' })).body.row.outcome, 'created');
  assert.equal((await correct(fixture, check.id, 3, { 3: '' })).body.row.outcome, 'created');
  const refused = async (call: Promise<{ status: number; body: { code: string } }>) => {
    const { status, body } = await call;
    return [status, body.code];
  };
  for (const line of [1, 4, 99])
    assert.deepEqual(await refused(correct(fixture, check.id, line, { 0: 'x@example.hr' })), [
      404,
      'imports.row_not_found',
    ]);
  assert.equal((await correct(fixture, check.id, 2, {})).status, 422);
  assert.equal((await correct(fixture, check.id, 2, { 0: 'a'.repeat(1001) })).status, 422);
  assert.equal((await correct(fixture, check.id, 2, { 1000: 'a' })).status, 422);
  const tenant = await service.addTenant('Klub');
  const other = await service.tokenOf((await service.addPerson({ role: 'admin', tenantId: tenant.id })).email);
  assert.deepEqual(await refused(correct(fixture, check.id, 2, { 0: 'x@example.hr' }, other)), [
    404,
    'imports.not_found',
  ]);
  const member = await service.tokenOf((await service.addPerson({ role: 'member' })).email);
  assert.equal((await correct(fixture, check.id, 2, { 0: 'x@example.hr' }, member)).status, 403);
  await service.database.transaction((tx) => tx.updateTable('imports').set({ corrected: 1000 }).execute());
  assert.deepEqual(await refused(correct(fixture, check.id, 2, { 1: 'x' })), [409, 'imports.too_many_corrections']);
  await service.database.transaction((tx) => tx.updateTable('imports').set({ corrected: 2 }).execute());
  service.clock.advance(days(1));
  const late = await service.tokenOf((await service.addPerson({ role: 'admin' })).email);
  assert.deepEqual(await refused(correct(fixture, check.id, 2, { 1: 'x' }, late)), [409, 'imports.file_gone']);
  const real = await fixture.run('email\nz@example.hr\nkrivo\n', { token: late });
  assert.deepEqual(await refused(correct(fixture, real.id, 3, { 0: 'x@example.hr' }, late)), [
    409,
    'imports.file_gone',
  ]);
});

test('a correction and the start of the run exclude each other, and so do two corrections', async (t) => {
  const fixture = await openImportFixture(t);
  for (let round = 0; round < 4; round++) {
    const check = await fixture.run(FILE.replaceAll('@', `${round}@`), DRY);
    const [run, ...tries] = await Promise.all([
      fixture.service.call(`POST /api/admin/imports/${check.id}/run`, { token: fixture.admin, body: {} }),
      correct(fixture, check.id, 2, { 0: `ana${round}@example.hr` }),
      correct(fixture, check.id, 5, { 3: '' }),
    ]);
    const saved = tries.filter(({ status }) => status === 200).length;
    for (const { status, body } of [run, ...tries])
      assert.ok(
        [200, 202].includes(status) || ['imports.corrected', 'imports.file_gone'].includes(body.code),
        body.code,
      );
    const again =
      run.status === 202
        ? run
        : await fixture.service.call(`POST /api/admin/imports/${check.id}/run`, { token: fixture.admin, body: {} });
    assert.equal(again.status, 202);
    await fixture.service.imports.runDue();
    assert.deepEqual(
      counts(await found(fixture, again.body.id)),
      [1 + saved, 0, 5 - saved],
      'all that was saved is imported',
    );
  }
});

test('a correction that gives power asks whoever runs the file to sign in again', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, superadmin } = fixture;
  const check = await fixture.run('email;uloga\na@example.hr;član\n', { ...DRY, token: superadmin });
  assert.equal((await correct(fixture, check.id, 2, { 1: 'administrator' }, superadmin)).body.row.outcome, 'created');
  assert.equal(
    (await service.call(`GET /api/admin/imports/${check.id}`, { token: superadmin })).body.administrators,
    1,
  );
  service.clock.advance(minutes(14));
  const run = await service.call(`POST /api/admin/imports/${check.id}/run`, { token: superadmin, body: {} });
  assert.deepEqual([run.status, run.body.code], [403, 'reauth.required']);
});

test('an erasure blanks what was typed into waiting files', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  await service.addPerson({ email: 'vesna@example.hr', ime: 'Vesna', prezime: 'Oznaković' });
  const check = await fixture.run(FILE, DRY);
  await correct(fixture, check.id, 2, { 1: 'Vesna Oznaković' });
  const token = await service.tokenOf('vesna@example.hr');
  const request = await service.call('POST /api/users/me/gdpr-erase', { token });
  await service.call(`POST /api/admin/gdpr/erasure-requests/${request.body.id}/approve`, { token: admin });
  await runErasures(service.privacy); // queues the last mail and waits for it
  await service.mail.deliverDue();
  service.clock.advance(minutes(2));
  await runErasures(service.privacy);
  const kept = await service.database.read.selectFrom('import_corrections').selectAll().execute();
  assert.deepEqual(
    kept.map(({ line, cell, text }) => [line, cell, text]),
    [[2, 1, null]],
  );
  assert.equal((await correct(fixture, check.id, 2, { 1: 'Ana' })).body.code, 'imports.file_gone');
});
