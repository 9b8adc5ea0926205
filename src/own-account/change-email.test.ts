import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { minutes } from '../kernel/durations.ts';
import { deriveCode } from '../keys/derived-secret.ts';

const ask = (service: TestService, token: string, email: string) =>
  service.call('POST /api/users/me/email', { token, body: { email } });
const confirm = (service: TestService, token: string, code: string) =>
  service.call('POST /api/users/me/email/confirm', { token, body: { code } });

function codeIn(service: TestService, mail: { secret_ref: unknown } | undefined): string {
  assert.ok(mail, 'the code was mailed');
  return deriveCode(service.keys, (mail.secret_ref as { seed: string }).seed);
}

/** The code as the mail to the new address carries it. */
async function mailedCode(service: TestService): Promise<string> {
  const mail = (await service.mails.take()).find(({ kind }) => kind === 'email-change-code');
  return codeIn(service, mail);
}

test('the address changes with the code from the new mailbox, and the old one is told', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'stara@example.hr' });
  const token = await service.tokenOf('stara@example.hr');
  assert.equal((await ask(service, token, 'Nova@Example.hr')).status, 200);
  assert.deepEqual(await service.audit.actions(), ['email.change.request']);
  const mails = await service.mails.take();
  assert.deepEqual(
    mails.map(({ kind, to_address }) => [kind, to_address]),
    [
      ['email-change-code', 'nova@example.hr'],
      ['email-change-requested', 'stara@example.hr'],
    ],
  );
  assert.equal(mails[1]?.params.new_address, 'n•••@example.hr');
  const code = codeIn(service, mails[0]);
  assert.equal((await confirm(service, token, `${code.slice(0, 4)} ${code.slice(4)}`)).status, 200);
  assert.deepEqual(await service.audit.actions(), ['email.change']);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address }) => [kind, to_address]),
    [
      ['email-changed', 'stara@example.hr'],
      ['email-changed', 'nova@example.hr'],
    ],
  );
  assert.equal((await service.signIn('nova@example.hr')).status, 200);
  assert.equal((await service.signIn('stara@example.hr')).status, 401);
  assert.equal((await confirm(service, token, code)).status, 400, 'the code works once');
});

test('a wrong or late code changes nothing and counts; a newer request ends the older code', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  await ask(service, token, 'prva@example.hr');
  const older = await mailedCode(service);
  await ask(service, token, 'druga@example.hr');
  const newer = await mailedCode(service);
  await service.audit.forget();
  const wrong = await confirm(service, token, older);
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'email.code_wrong']);
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => [action, meta.fail_count]),
    [['email.change.fail', 1]],
  );
  service.clock.advance(minutes(30));
  const signedIn = await service.tokenOf('ana@example.hr');
  assert.equal((await confirm(service, signedIn, newer)).status, 400);
});

test('of two codes that wait in the outbox only the newer one is mailed', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  await ask(service, token, 'prva@example.hr');
  await ask(service, token, 'druga@example.hr');
  await service.mail.deliverDue();
  const rows = await service.database.read
    .selectFrom('mails')
    .select(['to_address', 'state'])
    .where('kind', '=', 'email-change-code')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ to_address, state }) => [to_address, state]),
    [
      ['prva@example.hr', 'cancelled'],
      ['druga@example.hr', 'sent'],
    ],
  );
});

test('a taken address is not told from a free one, and gets no mail', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.addPerson({ email: 'zauzeto@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const free = await ask(service, token, 'slobodno@example.hr');
  await service.mails.take();
  const taken = await ask(service, token, 'zauzeto@example.hr');
  assert.deepEqual([taken.status, taken.body], [free.status, free.body]);
  assert.deepEqual(await service.mails.take(), []);
});

test('changing the address is a grave act', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  service.clock.advance(minutes(10));
  const refused = await ask(service, token, 'nova@example.hr');
  assert.deepEqual([refused.status, refused.body.code], [403, 'reauth.required']);
  const wrong = await service.call('POST /api/auth/reauthenticate', { token, body: { password: 'krivo' } });
  assert.deepEqual([wrong.status, wrong.body.code], [403, 'password.wrong']);
  assert.equal((await service.call('POST /api/auth/reauthenticate', { token, body: {} })).status, 422);
  const proved = await service.call('POST /api/auth/reauthenticate', { token, body: { password: 'mirno more plovi' } });
  assert.equal(proved.status, 200);
  assert.deepEqual(await service.audit.actions(), ['auth.reauthenticate.fail', 'auth.reauthenticate']);
  assert.equal((await ask(service, token, 'nova@example.hr')).status, 200);
});
