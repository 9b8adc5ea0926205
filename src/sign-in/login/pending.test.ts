// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { authenticatorApp } from '../../../test/support/authenticator-app.ts';
import { PASSWORD, startTestService } from '../../../test/support/test-service.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const EMAIL = 'ana@example.hr';

/** Somebody with an authenticator app. */
async function enrolled(t: TestContext) {
  const app = authenticatorApp(t);
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: EMAIL });
  const token = await service.tokenOf(EMAIL);
  const { body: setup } = await service.call('POST /api/auth/2fa/setup', { token });
  const code = () => app.codeAt(setup.secret, service.clock.now());
  assert.equal((await service.call('POST /api/auth/2fa/verify', { token, body: { code: code() } })).status, 200);
  service.clock.advance(minutes(1));
  await service.audit.forget();
  await service.mails.take();
  const login = (body: object) => service.call('POST /api/auth/login', { body });
  const begin = async (): Promise<string> => {
    const { status, body } = await service.signIn(EMAIL);
    assert.deepEqual([status, body.code, body.methods], [401, 'login.2fa_required', ['totp']]);
    return body.pending;
  };
  return { service, id, login, begin, code, recoveryCodes: setup.recovery_codes as string[] };
}

test('a second call with a code completes a sign-in once', async (t) => {
  const { service, id, login, begin, code } = await enrolled(t);
  const pending = await begin();
  assert.deepEqual(await service.audit.actions(), ['login.2fa_required']);
  const signedIn = await login({ pending, totp: code() });
  assert.equal(signedIn.status, 200);
  assert.equal(signedIn.body.user.id, id);
  const [entry, ...others] = await service.audit.take();
  assert.deepEqual([entry?.action, entry?.meta.second_factor, others], ['login.ok', true, []]);
  service.clock.advance(minutes(1));
  const again = await login({ pending, totp: code() });
  assert.deepEqual([again.status, again.body.code], [401, 'login.pending_over']);
  assert.deepEqual(await service.audit.take(), []);
});

test('of many concurrent second calls with valid codes one wins', async (t) => {
  const { login, begin, recoveryCodes } = await enrolled(t);
  const pending = await begin();
  const answers = await Promise.all(recoveryCodes.map((totp) => login({ pending, totp })));
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  const statuses = new Set(answers.map(({ status, body }) => (status === 200 ? 'ok' : body.code)));
  assert.deepEqual(
    [...statuses].filter((told) => !['ok', 'login.pending_over', 'attempts.busy'].includes(told)),
    [],
  );
});

test('wrong codes in second calls count like any other, until the account is locked', async (t) => {
  const { service, login, begin } = await enrolled(t);
  const pending = await begin();
  await service.audit.forget();
  for (const failures of [1, 2, 3, 4]) {
    const { status, body } = await login({ pending, totp: '000000' });
    assert.deepEqual([status, body.code, body.count], [401, 'login.wrong', failures]);
  }
  await login({ pending, totp: '000000' });
  assert.equal((await login({ pending, totp: '000000' })).status, 423);
  const actions = await service.audit.actions();
  assert.deepEqual(actions, [...Array(5).fill('login.2fa_fail'), 'login.locked', 'login.fail']);
});

test('a pending sign-in ends after five minutes, with a new password, and with the account', async (t) => {
  const { service, id, login, begin, code } = await enrolled(t);
  const over = async (pending: string) => {
    const { status, body } = await login({ pending, totp: code() });
    assert.deepEqual([status, body.code], [401, 'login.pending_over']);
  };
  const late = await begin();
  service.clock.advance(minutes(5));
  await over(late);
  const change = (values: Record<string, string>) =>
    service.database.transaction((tx) => tx.updateTable('users').set(values).where('id', '=', id).execute());
  const before = await begin();
  await change({ password_hash: `$2b$10$${'.'.repeat(53)}` });
  await over(before);
  await over('nothing.at-all');
  await over(`${before.split('.')[0]}.${Buffer.alloc(32).toString('base64url')}`);
});

test('a suspended account cannot complete a pending sign-in', async (t) => {
  const { service, id, login, begin, code } = await enrolled(t);
  const pending = await begin();
  await service.database.transaction((tx) =>
    tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute(),
  );
  const { status, body } = await login({ pending, totp: code() });
  assert.deepEqual([status, body.code], [403, 'account.suspended']);
});

test('a body may have only one first proof', async (t) => {
  const { login, begin, code } = await enrolled(t);
  const pending = await begin();
  const both = await login({ pending, totp: code(), email: EMAIL, password: PASSWORD });
  assert.equal(both.status, 422);
  assert.deepEqual(both.body.detail, [
    { loc: ['body', 'password'], msg: 'Pošaljite samo jedan dokaz.', type: 'not_allowed' },
  ]);
  const none = await login({ email: EMAIL });
  assert.deepEqual(
    none.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [...loc, type]),
    [['body', 'password', 'missing']],
  );
  const without = await login({ pending });
  assert.deepEqual([without.status, without.body.code], [401, 'login.2fa_required']);
  assert.equal((await login({ pending, totp: 7 })).status, 422);
});
