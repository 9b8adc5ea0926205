import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const PATH = '/api/admin/invitations/export';

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

const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trim().split('\r\n');

test('invitations are exported with the columns, filter and order of their list, with an audit record', async (t) => {
  const service = await startTestService(t);
  const token = await invited(service, ['Čavić', 'Anić', 'Cvek']);
  const file = await service.call(`GET ${PATH}?format=csv&sort=-name`, { token });
  assert.equal(file.status, 200);
  assert.equal(file.headers['content-disposition'], 'attachment; filename="pozivnice-2026-03-01.csv"');
  const rest = 'Uprava Savez;01.03.2026. 11:00;Čeka slanje;08.03.2026. 11:00;';
  assert.deepEqual(linesOf(file.text), [
    'Osoba;E-adresa;Pošiljatelj;Poslana;Poruka;Vrijedi do;Prihvaćena',
    `Iva Čavić;a0@example.hr;${rest}`,
    `Iva Cvek;a2@example.hr;${rest}`,
    `Iva Anić;a1@example.hr;${rest}`,
  ]);
  const [record, ...more] = await service.audit.take();
  assert.deepEqual(
    [record?.action, record?.user_id, record?.meta, more],
    ['export.invitations', null, { format: 'csv', asked: { state: 'pending', sort: '-name', searched: 'no' } }, []],
  );
  const chosen = await service.call(`GET ${PATH}?format=csv&sort=name&columns=expires,person`, { token });
  assert.deepEqual(linesOf(chosen.text).slice(0, 2), ['Vrijedi do;Osoba', '08.03.2026. 11:00;Iva Anić']);
  await service.audit.forget();
  const found = await service.call(`GET ${PATH}?format=csv&q=cavic&language=en&state=expired`, { token });
  assert.deepEqual(linesOf(found.text), ['Person;E-mail;Sent by;Sent;Mail;Valid until;Accepted']);
  assert.match(String(found.headers['content-disposition']), /"invitations-2026-03-01\.csv"/);
  const [searched] = await service.audit.take();
  assert.deepEqual(Object(searched?.meta).asked, { state: 'expired', sort: '-created', searched: 'yes' });
});

test('a list longer than a page is exported whole, also as a workbook', async (t) => {
  const service = await startTestService(t);
  const names = Array.from({ length: 203 }, (_, index) => `Isti ${index % 3}`);
  const token = await invited(service, names);
  const { text } = await service.call(`GET ${PATH}?format=csv&sort=name`, { token });
  const addresses = linesOf(text)
    .slice(1)
    .map((line) => line.split(';')[1]);
  assert.deepEqual([addresses.length, new Set(addresses).size], [203, 203]);
  const book = await service.server.inject({
    url: `${PATH}?format=xlsx`,
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(book.statusCode, 200);
  assert.deepEqual(book.rawPayload.subarray(0, 2).toString(), 'PK');
});

test('a caller who may not see the list cannot export it, and nothing is recorded', async (t) => {
  const service = await startTestService(t);
  await invited(service, ['Anić']);
  await service.addPerson({ email: 'voditelj@example.hr', role: 'manager' });
  const token = await service.tokenOf('voditelj@example.hr');
  await service.audit.forget();
  assert.equal((await service.call(`GET ${PATH}?format=csv`, { token })).status, 403);
  assert.deepEqual(await service.audit.actions(), []);
});
