import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

const PATH = '/api/admin/factor-policy/missing/export';
const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trim().split('\r\n');

test('those who lack a second factor are exported by name, with filter, chosen columns and an audit record', async (t) => {
  const service = await startTestService(t);
  const admin = await service.addPerson({ email: 'uprava@example.hr', role: 'admin', ime: 'Uprava', prezime: 'Savez' });
  const token = await service.tokenOf(admin.email);
  for (const [index, prezime] of ['Žunić', 'Čavić'].entries())
    await service.addPerson({ email: `v${index}@example.hr`, role: 'manager', ime: 'Iva', prezime });
  const rules = [{ role: 'manager', grace_days: 7 }];
  const body = { tenant_id: admin.tenant_id, rules };
  assert.equal((await service.call('PUT /api/admin/factor-policy', { token, body })).status, 200);
  await service.audit.forget();
  const file = await service.call(`GET ${PATH}?format=csv&columns=person,email,role,due`, { token });
  assert.equal(file.status, 200);
  assert.match(String(file.headers['content-disposition']), /"bez-drugog-koraka-2026-03-01\.csv"/);
  assert.deepEqual(linesOf(file.text), [
    'Osoba;E-adresa;Uloga;Rok',
    'Iva Čavić;v1@example.hr;Voditelj;08.03.2026. 11:00',
    'Iva Žunić;v0@example.hr;Voditelj;08.03.2026. 11:00',
  ]);
  const [record, ...more] = await service.audit.take();
  const asked = { searched: 'no' };
  assert.deepEqual([record?.action, record?.meta, more], ['export.missing_factors', { format: 'csv', asked }, []]);
  const found = await service.call(`GET ${PATH}?format=csv&q=zunic&language=en`, { token });
  assert.deepEqual(linesOf(found.text).length, 2);
  assert.match(linesOf(found.text)[0] ?? '', /^Person;E-mail;Role;Federation or club;Due;Reminder;Last sign-in$/);
  const book = await service.call(`GET ${PATH}?format=xlsx`, { token });
  assert.equal(book.status, 200);
  const manager = await service.tokenOf('v0@example.hr');
  await service.audit.forget();
  assert.equal((await service.call(`GET ${PATH}?format=csv`, { token: manager })).status, 403);
  assert.deepEqual(await service.audit.actions(), []);
});
