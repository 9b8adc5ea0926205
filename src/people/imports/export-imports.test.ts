import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { days } from '../../platform/kernel/durations.ts';

const PATH = '/api/admin/imports/export';
const FILE = 'email,ime\nana@example.hr,Ana\nkrivo,Iva\n';
const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trim().split('\r\n');

test('imports are exported newest first, with what became of each, in reach of the caller, with an audit record', async (t) => {
  const { service, run, admin, superadmin } = await openImportFixture(t);
  const other = await service.addTenant('Klub');
  await run('email\nklub@example.hr\n', { token: superadmin, query: `?tenant_id=${other.id}` });
  await run(FILE, { query: '?dry_run=1' });
  await run(FILE);
  await service.audit.forget();
  const file = await service.call(`GET ${PATH}?format=csv&columns=file,result,created,failed`, { token: admin });
  assert.equal(file.status, 200);
  assert.match(String(file.headers['content-disposition']), /"uvozi-2026-03-01\.csv"/);
  assert.deepEqual(linesOf(file.text), [
    'Datoteka;Ishod;Novih;S greškom',
    'članovi.csv;Završeno;1;1',
    'članovi.csv;Čeka uvoz;1;1',
  ]);
  const [record, ...more] = await service.audit.take();
  assert.deepEqual(
    [record?.action, record?.meta, more],
    ['export.imports', { format: 'csv', asked: { searched: 'no' } }, []],
  );
  assert.equal((await service.call(`GET ${PATH}?format=csv&tenant_id=${other.id}`, { token: admin })).status, 404);
  service.clock.advance(days(2));
  const later = await service.tokenOf((await service.addPerson({ role: 'superadmin' })).email);
  const late = await service.call(`GET ${PATH}?format=csv&columns=result&language=en`, { token: later });
  assert.deepEqual(linesOf(late.text), ['Result', 'Completed', 'Only checked', 'Completed']);
  const narrowed = await service.call(`GET ${PATH}?format=csv&columns=created&tenant_id=${other.id}`, {
    token: later,
  });
  assert.deepEqual(linesOf(narrowed.text), ['Novih', '1']);
});
