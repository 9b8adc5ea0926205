// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticatorApp } from '../../../test/support/authenticator-app.ts';
import { PASSWORD, startTestService } from '../../../test/support/test-service.ts';
import { hours } from '../../platform/kernel/durations.ts';

const LOCAL = '127.0.0.1';
const NEXT = 'sasvim nova lozinka';

test('a mailed link replaces a lost password and ends every sign-in', async (t) => {
  const service = await startTestService(t);
  const person = await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const forgot = await service.call('POST /api/auth/forgot-password', {
    body: { email: 'ANA@example.hr' },
    from: LOCAL,
  });
  assert.equal(forgot.status, 200);
  assert.equal(forgot.body.reset_link, `http://127.0.0.1:8080/reset-password?token=${forgot.body.reset_token}`);
  assert.deepEqual(await service.audit.actions(), ['password.forgot.issue']);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address }) => ({ kind, to_address })),
    [{ kind: 'password-reset', to_address: 'ana@example.hr' }],
  );
  const preflight = await service.call(`GET /api/auth/reset-password?token=${forgot.body.reset_token}`);
  assert.deepEqual(
    [preflight.status, preflight.body.valid, preflight.body.kind, preflight.body.email],
    [200, true, 'reset', 'a•••@example.hr'],
  );
  const told = ['valid', 'kind', 'expires_at', 'email', 'tenant_name', 'branding'];
  assert.deepEqual(Object.keys(preflight.body), told, 'and nobody is named');
  const reset = await service.call('POST /api/auth/reset-password', {
    body: { token: forgot.body.reset_token, new_password: NEXT },
  });
  assert.equal(reset.status, 200);
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, user_id }) => ({ action, user_id })),
    [{ action: 'password.reset.ok', user_id: person.id }],
  );
  assert.deepEqual(
    (await service.mails.take()).map(({ kind }) => kind),
    ['password-changed'],
  );
  assert.equal((await service.call('GET /api/auth/me', { token })).status, 401);
  assert.equal((await service.signIn('ana@example.hr', PASSWORD)).status, 401);
  assert.equal((await service.signIn('ana@example.hr', NEXT)).status, 200);
});

test('a reset link works once, not after two hours, and not after a newer one', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const ask = async () =>
    (await service.call('POST /api/auth/forgot-password', { body: { email: 'ana@example.hr' }, from: LOCAL })).body
      .reset_token;
  const use = (token: string) => service.call('POST /api/auth/password/reset', { body: { token, password: NEXT } });
  const first = await ask();
  const second = await ask();
  const replaced = await use(first);
  assert.deepEqual([replaced.status, replaced.body.code], [400, 'token.invalid']);
  assert.equal((await use(second)).status, 200);
  const again = await use(second);
  assert.equal(again.text.replace(again.body.request_id, ''), replaced.text.replace(replaced.body.request_id, ''));
  const late = await ask();
  service.clock.advance(hours(2));
  assert.equal((await use(late)).status, 400);
  await service.audit.forget();
  await use(late);
  assert.deepEqual(await service.audit.actions(), ['password.reset.fail']);
});

test('a link is shown only on this machine, and not under another host name or through a proxy', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const members = async (headers: Record<string, string>, from = LOCAL) => {
    const { body } = await service.call('POST /api/auth/forgot-password', {
      body: { email: 'ana@example.hr' },
      headers,
      from,
    });
    return Object.keys(body);
  };
  const all = ['detail', 'reset_token', 'reset_link'];
  assert.deepEqual(await members({ host: 'localhost:8080' }), all);
  assert.deepEqual(await members({ host: '[::1]:8080' }, '::1'), all);
  // A page that resolves its name to us (DNS rebinding), or a tunnel that adds no header of its own.
  assert.deepEqual(await members({ host: 'zlo.example:8080' }), ['detail']);
  assert.deepEqual(await members({ host: '127.0.0.1.zlo.example' }), ['detail']);
  service.clock.advance(hours(1)); // as many mails as one address gets per hour
  assert.deepEqual(await members({ host: '::' }), ['detail', 'code', 'request_id'], 'no name at all: 400');
  assert.deepEqual(await members({ 'x-forwarded-for': '198.51.100.7' }), ['detail']);
  assert.deepEqual(await members({}, '198.51.100.7'), ['detail']);
  assert.deepEqual(await members({}), all);
});

test('a reset can sign in at once: only one of many concurrent ones, and only if no further step is required', async (t) => {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '1' });
  const ana = await service.addPerson({ email: 'ana@example.hr' });
  await service.addPerson({ email: 'uprava@example.hr', role: 'admin' });
  await service.addPerson({ email: 'kod@example.hr' });
  const withCode = await service.tokenOf('kod@example.hr');
  const { secret } = (await service.call('POST /api/auth/2fa/setup', { token: withCode })).body;
  const code = authenticatorApp(t).codeAt(secret, service.clock.now());
  assert.equal((await service.call('POST /api/auth/2fa/verify', { token: withCode, body: { code } })).status, 200);
  const ask = async (email: string) =>
    (await service.call('POST /api/auth/forgot-password', { body: { email }, from: LOCAL })).body.reset_token;
  const reset = (token: string) =>
    service.call('POST /api/auth/reset-password', { body: { token, new_password: NEXT, sign_in: true } });

  const link = await ask('ana@example.hr');
  await service.audit.forget();
  const answers = await Promise.all(Array.from({ length: 4 }, () => reset(link)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
  const won = answers.find(({ status }) => status === 200)?.body;
  assert.equal(won.user.id, ana.id);
  assert.equal((await service.call('GET /api/auth/me', { token: won.access_token })).status, 200);
  const actions = (await service.audit.take()).map(({ action }) => action);
  assert.deepEqual(
    actions.filter((action) => action !== 'password.reset.fail'),
    ['password.reset.ok', 'login.ok'],
  );
  for (const email of ['kod@example.hr', 'uprava@example.hr']) {
    const token = await ask(email);
    await service.audit.forget();
    const { status, body } = await reset(token);
    assert.deepEqual([status, Object.keys(body)], [200, ['detail']], email);
    assert.deepEqual(await service.audit.actions(), ['password.reset.ok']);
  }
});
