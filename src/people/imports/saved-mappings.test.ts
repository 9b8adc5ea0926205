// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ImportFixture, openImportFixture } from '../../../test/support/import-fixture.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { saveMapping } from './saved-mappings-store.ts';

const ODD = 'Popis članova 2026.;;;\nNaziv;Obiteljski naziv;Pošta;Funkcija u klubu\n';
const rowsOf = (year: number) => `Ana;Anić;ana${year}@example.hr;vrtlar\nIva;Ivić;iva${year}@example.hr;\n`;
const MEANINGS = { Naziv: 'ime', 'Obiteljski naziv': 'prezime', Pošta: 'email', 'Funkcija u klubu': 'role' };

/** Imports the odd file as somebody says that it is to be read. */
async function importOnce(t: TestContext): Promise<ImportFixture> {
  const fixture = await openImportFixture(t);
  const { service, admin, run } = fixture;
  const refused = await fixture.upload(ODD + rowsOf(2025), { query: '?dry_run=1' });
  assert.deepEqual([refused.status, refused.body.code], [422, 'imports.no_email'], 'nothing is remembered yet');
  const fields = { mapping: JSON.stringify(MEANINGS), roles: JSON.stringify({ vrtlar: 'guest' }) };
  const check = await run(ODD + rowsOf(2025), { query: '?dry_run=1', fields });
  assert.equal(check.read_as, 'told');
  const queued = await service.call(`POST /api/admin/imports/${check.id}/run`, { token: admin, body: {} });
  assert.equal(queued.status, 202, queued.text);
  await service.imports.runDue();
  return fixture;
}

const saved = async ({ service, admin }: ImportFixture, token = admin, query = '') =>
  service.call(`GET /api/admin/imports/mappings${query}`, { token });

test('a file with the headings of last year is read as that was, wherever they stand', async (t) => {
  const fixture = await importOnce(t);
  const { service, run, admin } = fixture;
  const check = await run(`Novi popis;;;\n\nza 2026.;;;\n${ODD}${rowsOf(2026)}`, { query: '?dry_run=1' });
  assert.deepEqual([check.read_as, check.table_line, check.created, check.failed], ['remembered', 5, 2, 0]);
  const meant = check.columns.map(({ heading, field }: { heading: string; field: string }) => [heading, field]);
  assert.deepEqual(Object.fromEntries(meant), MEANINGS);
  assert.deepEqual(check.roles, { vrtlar: 'guest' });
  await service.call(`POST /api/admin/imports/${check.id}/run`, { token: admin, body: {} });
  await service.imports.runDue();
  const { body } = await service.call('GET /api/admin/users?limit=50', { token: admin });
  const ana = body.items.find((one: { email: string }) => one.email === 'ana2026@example.hr');
  assert.deepEqual([ana.ime, ana.prezime, ana.role], ['Ana', 'Anić', 'guest']);
  const { items } = (await saved(fixture)).body;
  assert.deepEqual([items.length, items[0].file_name], [1, 'članovi.csv'], 'one for these headings');
});

test('another encoding of the same headings is the same shape; other headings are not', async (t) => {
  const { run, upload } = await importOnce(t);
  const letters = new Map([...'čćžšđ'].map((letter, at) => [letter, [0xe8, 0xe6, 0x9e, 0x9a, 0xf0][at] ?? 0]));
  const ansi = Buffer.from([...ODD, ...rowsOf(2027)].map((letter) => letters.get(letter) ?? letter.charCodeAt(0)));
  const check = await run(ansi, { query: '?dry_run=1' });
  assert.deepEqual([check.encoding, check.read_as, check.created], ['windows-1250', 'remembered', 2]);
  const other = await upload(`${ODD.replace('Pošta', 'Adresa pošte')}${rowsOf(2028)}`, { query: '?dry_run=1' });
  assert.deepEqual([other.status, other.body.code], [422, 'imports.no_email']);
});

test('what is said stands over what is remembered, and a real import without a check follows nothing', async (t) => {
  const { service, admin, run, upload } = await importOnce(t);
  const told = await run(ODD + rowsOf(2026), {
    query: '?dry_run=1',
    fields: { mapping: JSON.stringify({ Pošta: 'email' }) },
  });
  assert.deepEqual([told.read_as, told.columns.filter(({ field }: { field: unknown }) => field).length], ['told', 1]);
  const remembered = await run(`${ODD}${rowsOf(2026)}`, { query: '?dry_run=1' });
  const body = { mapping: {}, roles: {} };
  const anew = await service.call(`POST /api/admin/imports/${remembered.id}/check`, { token: admin, body });
  assert.deepEqual([anew.status, anew.body.code], [422, 'imports.no_email'], 'guessed anew');
  const update = { token: admin, body: { update: true } };
  const kept = await service.call(`POST /api/admin/imports/${remembered.id}/check`, update);
  assert.equal(kept.status, 202, kept.text);
  await service.imports.runDue();
  const { body: after } = await service.call(`GET /api/admin/imports/${kept.body.id}`, { token: admin });
  assert.deepEqual([after.read_as, after.update], ['remembered', true]);
  assert.equal((await upload(ODD + rowsOf(2029))).status, 422);
});

test('they are of the tenant alone, and can be forgotten', async (t) => {
  const fixture = await importOnce(t);
  const { service, superadmin, admin, upload } = fixture;
  const club = await service.addTenant('Klub');
  const other = await service.addPerson({ email: 'klub@example.hr', role: 'admin', tenantId: club.id });
  const token = await service.tokenOf(other.email);
  assert.deepEqual((await saved(fixture, token)).body, { items: [] });
  const refused = await upload(ODD + rowsOf(2026), { query: '?dry_run=1', token });
  assert.deepEqual([refused.status, refused.body.code], [422, 'imports.no_email']);
  assert.equal((await saved(fixture, token, '?tenant_id=1')).status, 404);
  assert.equal((await saved(fixture, superadmin, '?tenant_id=1')).body.items.length, 1);
  const [{ id, columns, roles }] = (await saved(fixture)).body.items;
  assert.equal(columns.length, 4);
  assert.deepEqual(roles, { vrtlar: 'guest' });
  await service.audit.forget();
  const forget = (by: string) => service.call(`DELETE /api/admin/imports/mappings/${id}`, { token: by });
  const answers = [await forget(token), await forget(admin), await forget(admin)];
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body?.code]),
    [
      [404, 'imports.no_mapping'],
      [204, undefined],
      [404, 'imports.no_mapping'],
    ],
  );
  assert.deepEqual(await service.audit.actions(), ['import.forget_mapping']);
  assert.equal((await upload(ODD + rowsOf(2026), { query: '?dry_run=1' })).status, 422);
});

test('a superadmin’s file of several tenants is not shown to the administrators of one', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, superadmin, run } = fixture;
  const club = await service.addTenant('Klub');
  const fields = { mapping: JSON.stringify({ Pošta: 'email', Klub: 'tenant_id' }) };
  const done = await run(`Pošta,Klub\na@example.hr,${club.id}\n`, { token: superadmin, fields });
  assert.equal(done.created, 1);
  assert.deepEqual((await saved(fixture)).body, { items: [] });
});

test('names that can be read in two ways are not asked about again', async (t) => {
  const { service, admin, run } = await openImportFixture(t);
  const file = Buffer.from('mail;ime\na@example.hr;Mi\xE4a\nb@example.hr;Mi\xE4a\n', 'latin1');
  const said = { mail: 'email' };
  const first = await run(file, { query: '?dry_run=1', fields: { mapping: JSON.stringify(said) } });
  assert.deepEqual([first.encoding, first.encoding_rivals], ['windows-1250', ['mac-ce']]);
  const body = { encoding: 'mac-ce', mapping: said };
  const told = await service.call(`POST /api/admin/imports/${first.id}/check`, { token: admin, body });
  await service.imports.runDue();
  await service.call(`POST /api/admin/imports/${told.body.id}/run`, { token: admin, body: {} });
  await service.imports.runDue();
  const next = await run(file, { query: '?dry_run=1' });
  assert.deepEqual([next.read_as, next.encoding, next.encoding_rivals], ['remembered', 'mac-ce', []]);
});

test('a tenant has fifty; the one used longest ago makes room', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, run } = fixture;
  const at = (number: number) => instantAt(service.clock.now() - days(100 - number));
  await service.database.transaction(async (tx) => {
    for (let number = 0; number < 51; number++) {
      const columns = [{ heading: `Mail${number}`, field: 'email' as const }];
      const how = { file_name: '', columns, roles: {}, encoding: null, used_at: at(number), shape: `${number}` };
      await saveMapping(tx, { id: `saved${number}`, tenant_id: 1 as TenantId, ...how });
    }
  });
  await run('Pošta,Ime\na@example.hr,Ana\n', { fields: { mapping: JSON.stringify({ Pošta: 'email' }) } });
  const { items } = (await saved(fixture)).body;
  const first = (one: { columns: { heading: string }[] }) => one.columns[0]?.heading;
  assert.deepEqual([items.length, first(items[0]), first(items.at(-1))], [50, 'Pošta', 'Mail2']);
});
