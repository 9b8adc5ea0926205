import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { days } from '../../platform/kernel/durations.ts';
import { runErasures } from './run-erasures.ts';

const QUEUE = '/api/admin/gdpr/erasure-requests';
const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trim().split('\r\n');

test('requests for erasure are exported in the order and with the filter of the queue, with an audit record', async (t) => {
  const service = await startTestService(t);
  for (const [email, prezime] of [
    ['c@example.hr', 'Čavić'],
    ['a@example.hr', 'Anić'],
  ] as const) {
    await service.addPerson({ email, ime: 'Iva', prezime, role: 'member' });
    await service.call('POST /api/users/me/erasure', { token: await service.tokenOf(email) });
    service.clock.advance(days(1));
  }
  const token = await service.tokenOf((await service.addPerson({ role: 'admin' })).email);
  const { items } = (await service.call(`GET ${QUEUE}?sort=oldest`, { token })).body;
  const held = { held: true, reason: 'Spor pred sudom' };
  assert.equal((await service.call(`PUT ${QUEUE}/${items[0].id}/legal-hold`, { token, body: held })).status, 200);
  await service.audit.forget();
  const file = await service.call(`GET ${QUEUE}/export?format=csv&sort=-due&status=pending`, { token });
  assert.equal(file.status, 200, file.text);
  assert.equal(file.headers['content-disposition'], 'attachment; filename="zahtjevi-za-brisanje-2026-03-03.csv"');
  const day = (requested: string, due: string) => `${requested}. 11:00;${due}. 12:00`;
  assert.deepEqual(linesOf(file.text), [
    'Osoba;E-adresa;Povod;Stanje;Zatraženo;Rok;Od',
    `Iva Anić;a@example.hr;Zatražila je sama osoba;Neriješeno;${day('02.03.2026', '01.04.2026')};`,
    `Iva Čavić;c@example.hr;Zatražila je sama osoba;Zabrana brisanja;${day('01.03.2026', '31.03.2026')};`,
  ]);
  assert.doesNotMatch(file.text, /Spor/);
  const [record, ...more] = await service.audit.take();
  assert.deepEqual(
    [record?.action, record?.user_id, record?.meta, more],
    ['export.erasures', null, { format: 'csv', asked: { status: 'pending', sort: '-due', searched: 'no' } }, []],
  );
  const chosen = await service.call(`GET ${QUEUE}/export?format=csv&origin=request&columns=due,person`, { token });
  assert.deepEqual(linesOf(chosen.text), ['Rok;Osoba', '01.04.2026. 12:00;Iva Anić', '31.03.2026. 12:00;Iva Čavić']);
  const none = await service.call(`GET ${QUEUE}?origin=retention`, { token });
  assert.deepEqual([none.status, none.body.items], [200, []]);
  const english = await service.call(`GET ${QUEUE}/export?format=csv&language=en&status=rejected`, { token });
  assert.deepEqual(linesOf(english.text), ['Person;E-mail;Reason;Status;Requested;Due;Since']);
  const headers = { authorization: `Bearer ${token}` };
  const book = await service.server.inject({ url: `${QUEUE}/export?format=xlsx`, headers });
  assert.deepEqual([book.statusCode, book.rawPayload.subarray(0, 2).toString()], [200, 'PK']);
});

test('of an erased person the file has only the id', async (t) => {
  const service = await startTestService(t);
  const { id, email } = await service.addPerson({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Anić' });
  await service.call('POST /api/users/me/erasure', { token: await service.tokenOf(email) });
  const token = await service.tokenOf((await service.addPerson({ role: 'admin' })).email);
  const { items } = (await service.call(`GET ${QUEUE}`, { token })).body;
  assert.equal((await service.call(`POST ${QUEUE}/${items[0].id}/approve`, { token })).status, 200);
  await runErasures(service.privacy); // queues the last mail
  await service.mail.deliverDue();
  await runErasures(service.privacy);
  const file = await service.call(`GET ${QUEUE}/export?format=csv`, { token });
  assert.doesNotMatch(file.text, /erased|Anić/);
  assert.match(file.text, new RegExp(`Osoba br\\. ${id};;Zatražila je sama osoba;Dovršeno;`));
});
