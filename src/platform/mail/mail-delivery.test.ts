import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMails } from '../../../test/support/mail-box.ts';
import { startRawServer } from '../../../test/support/mail-smtp-server.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const forgot = (service: TestService, email: string) =>
  service.call('POST /api/auth/forgot-password', { body: { email } });
const statesOf = async ({ database }: TestService) =>
  (await database.read.selectFrom('mails').select(['kind', 'state']).orderBy('id').execute()).map(
    ({ kind, state }) => `${kind} ${state}`,
  );

test('the mail for a lost password has the valid link; a replaced mail is not sent', async (t) => {
  const service = await startTestService(t);
  const { email } = await service.addPerson();
  await forgot(service, email);
  await forgot(service, email);
  await service.mail.deliverDue();
  assert.deepEqual(await statesOf(service), ['password-reset cancelled', 'password-reset sent']);
  const [mail] = readMails(service.dataDir);
  assert.equal(mail?.to, email);
  const token = new URL(mail?.links[0] ?? '').searchParams.get('token');
  const reset = await service.call('POST /api/auth/reset-password', {
    body: { token, new_password: 'nova lozinka za more' },
  });
  assert.equal(reset.status, 200, reset.text);
  await service.mail.deliverDue();
  assert.deepEqual(
    readMails(service.dataDir).map(({ subject }) => subject),
    ['Nova lozinka', 'Lozinka je promijenjena'],
  );
  const rows = JSON.stringify(await service.database.read.selectFrom('mails').selectAll().execute());
  assert.ok(token !== null && !rows.includes(token));
});

test('a silent mail server does not delay requests', async (t) => {
  const port = String(await startRawServer(t));
  const service = await startTestService(t, { SVC_SMTP_HOST: '127.0.0.1', SVC_SMTP_PORT: port });
  const { email } = await service.addPerson();
  await forgot(service, email);
  void service.mail.deliverDue();
  const startedAt = performance.now();
  assert.equal((await forgot(service, email)).status, 200);
  assert.equal((await service.call('GET /health/live')).status, 200);
  assert.ok(performance.now() - startedAt < 1000);
});
