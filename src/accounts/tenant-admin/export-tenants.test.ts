import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

const PATH = '/api/admin/tenants/export';
const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trim().split('\r\n');

test('tenants are exported by name, with an audit record, by callers with access to all of them', async (t) => {
  const service = await startTestService(t);
  for (const name of ['Žirafa', 'Čavle', 'Cvijet']) await service.addTenant(name);
  const token = await service.tokenOf((await service.addPerson({ role: 'superadmin' })).email);
  const admin = await service.tokenOf((await service.addPerson({ role: 'admin' })).email);
  await service.audit.forget();
  const file = await service.call(`GET ${PATH}?format=csv`, { token });
  assert.equal(file.status, 200);
  assert.equal(file.headers['content-disposition'], 'attachment; filename="savezi-i-klubovi-2026-03-01.csv"');
  assert.deepEqual(linesOf(file.text), [
    'Naziv;Kratki naziv;Godišnjaci;Dodan',
    'Cvijet;cvijet;;01.03.2026. 11:00',
    'Čavle;cavle;;01.03.2026. 11:00',
    'Savez;savez;Izdavač;01.03.2026. 11:00',
    'Žirafa;zirafa;;01.03.2026. 11:00',
  ]);
  const [record, ...more] = await service.audit.take();
  assert.deepEqual(
    [record?.action, record?.meta, more],
    ['export.tenants', { format: 'csv', asked: { sort: 'name', searched: 'no' } }, []],
  );
  assert.equal((await service.call(`GET ${PATH}?format=csv`, { token: admin })).status, 403);
  const namesBy = async (sort: string) =>
    linesOf((await service.call(`GET ${PATH}?format=csv&sort=${sort}`, { token })).text)
      .slice(1)
      .map((line) => line.split(';')[0]);
  assert.deepEqual(await namesBy('-name'), ['Žirafa', 'Savez', 'Čavle', 'Cvijet']);
  assert.deepEqual(
    await namesBy('created'),
    ['Savez', 'Žirafa', 'Čavle', 'Cvijet'],
    'of one instant, as they were added',
  );
  assert.equal((await service.call(`GET ${PATH}?format=csv&sort=slug`, { token })).status, 422);
  const chosen = await service.call(`GET ${PATH}?format=csv&q=cv&columns=slug,name`, { token });
  assert.deepEqual(linesOf(chosen.text), ['Kratki naziv;Naziv', 'cvijet;Cvijet']);
  await service.audit.forget();
  const unknown = await service.call(`GET ${PATH}?format=csv&columns=name,color`, { token });
  assert.deepEqual([unknown.status, unknown.body.detail[0].loc], [422, ['query', 'columns']]);
  assert.deepEqual(await service.audit.take(), []);
  const english = await service.call(`GET ${PATH}?format=csv&language=en`, { token });
  assert.equal(linesOf(english.text)[0], 'Name;Short name;Yearbooks;Added');
});
