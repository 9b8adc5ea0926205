import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const PATH = '/api/admin/mails/export';
const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trim().split('\r\n');

async function invited(service: TestService, names: readonly string[]): Promise<string> {
  await service.addPerson({ email: 'uprava@example.hr', role: 'admin', ime: 'Uprava', prezime: 'Savez' });
  const token = await service.tokenOf('uprava@example.hr');
  for (const [index, prezime] of names.entries()) {
    const body = { email: `a${index}@example.hr`, ime: 'Iva', prezime, role: 'member' };
    assert.equal((await service.call('POST /api/admin/users', { token, body })).status, 201);
  }
  await service.audit.forget();
  return token;
}

test('mails are exported with readable texts, with the filter and order of their list and an audit record', async (t) => {
  const service = await startTestService(t);
  const token = await invited(service, ['Čavić', 'Anić']);
  const file = await service.call(`GET ${PATH}?format=csv&sort=created&state=queued`, { token });
  assert.equal(file.status, 200);
  assert.equal(file.headers['content-disposition'], 'attachment; filename="posta-2026-03-01.csv"');
  assert.ok(file.text.startsWith('\uFEFF'));
  assert.deepEqual(linesOf(file.text), [
    'Osoba;E-adresa;Vrsta;Stanje;Nastala;Poslana;Pokušaji;Zašto nije poslana',
    'Iva Čavić;a0@example.hr;Pozivnica;Čeka slanje;01.03.2026. 11:00;;0;',
    'Iva Anić;a1@example.hr;Pozivnica;Čeka slanje;01.03.2026. 11:00;;0;',
  ]);
  const [record, ...more] = await service.audit.take();
  const chosen = await service.call(`GET ${PATH}?format=csv&sort=created&columns=state,person`, { token });
  assert.deepEqual(linesOf(chosen.text), ['Stanje;Osoba', 'Čeka slanje;Iva Čavić', 'Čeka slanje;Iva Anić']);
  await service.audit.forget();
  assert.deepEqual(
    [record?.action, record?.user_id, record?.meta, more],
    ['export.mails', null, { format: 'csv', asked: { state: 'queued', sort: 'created', searched: 'no' } }, []],
  );
  const found = await service.call(`GET ${PATH}?format=csv&q=cavic&language=en`, { token });
  assert.deepEqual(linesOf(found.text).slice(1), ['Iva Čavić;a0@example.hr;Invitation;Queued;01.03.2026. 11:00;;0;']);
  assert.match(String(found.headers['content-disposition']), /"mails-2026-03-01\.csv"/);
  const [searched] = await service.audit.take();
  assert.deepEqual(Object(searched?.meta).asked, { sort: '-created', searched: 'yes' });
});

test('a list of mails longer than a page is exported whole, also as a workbook', async (t) => {
  const service = await startTestService(t);
  const token = await invited(
    service,
    Array.from({ length: 203 }, (_, index) => `Isti ${index}`),
  );
  const { text } = await service.call(`GET ${PATH}?format=csv`, { token });
  const addresses = linesOf(text)
    .slice(1)
    .map((line) => line.split(';')[1]);
  assert.deepEqual([addresses.length, new Set(addresses).size, addresses[0]], [203, 203, 'a202@example.hr']);
  const headers = { authorization: `Bearer ${token}` };
  const book = await service.server.inject({ url: `${PATH}?format=xlsx`, headers });
  assert.deepEqual([book.statusCode, book.rawPayload.subarray(0, 2).toString()], [200, 'PK']);
});

test('a caller may export twenty files an hour; callers who may not see the list get none', async (t) => {
  const service = await startTestService(t);
  const token = await invited(service, ['Anić']);
  await service.addPerson({ email: 'voditelj@example.hr', role: 'manager' });
  const manager = await service.tokenOf('voditelj@example.hr');
  await service.audit.forget();
  assert.equal((await service.call(`GET ${PATH}?format=csv`, { token: manager })).status, 403);
  assert.deepEqual(await service.audit.actions(), []);
  for (let count = 0; count < 20; count++)
    assert.equal((await service.call(`GET ${PATH}?format=csv`, { token })).status, 200);
  assert.equal((await service.call(`GET ${PATH}?format=csv`, { token })).status, 429);
  assert.equal((await service.audit.actions()).length, 20);
});
