// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { passkeyFixture } from '../../../test/support/passkey-fixture.ts';
import { PASSWORD } from '../../../test/support/test-service.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const OWN = '/api/users/me/passkeys';

test('the options are the same for everybody, but for the challenge', async (t) => {
  const { service, holder } = await passkeyFixture(t);
  const { token } = await holder();
  const known = await service.call('GET /api/auth/passkey', { token });
  const { status, body, headers } = await service.call('GET /api/auth/passkey');
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'no-store');
  const { challenge, ...options } = body.options;
  assert.deepEqual(options, {
    rpId: 'savez.example.hr',
    timeout: minutes(5),
    userVerification: 'preferred',
    allowCredentials: [],
  });
  assert.match(challenge, /^[\w-]{43}$/);
  assert.deepEqual({ ...known.body.options, challenge }, body.options);
  assert.notEqual(known.body.options.challenge, challenge);
});

for (const algorithm of ['ES256', 'Ed25519'] as const)
  test(`a passkey signs its owner in (${algorithm})`, async (t) => {
    const { service, holder, signIn } = await passkeyFixture(t);
    const { user, key, token } = await holder({ algorithm });
    service.clock.advance(minutes(1));
    const { status, body } = await signIn(key);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.token_type, body.user.id, body.user.email], ['bearer', user.id, user.email]);
    assert.equal((await service.call('GET /api/auth/me', { token: body.access_token })).status, 200);
    const [record, ...others] = await service.audit.take();
    assert.deepEqual([record?.action, record?.user_id, record?.actor_id, others], ['login.ok', user.id, user.id, []]);
    const { sid, ...meta } = record?.meta ?? {};
    assert.match(String(sid), /^[\w-]{22}$/);
    assert.deepEqual(meta, { second_factor: true, by: 'passkey' });
    assert.deepEqual(await service.mails.take(), []);
    const { items } = (await service.call(`GET ${OWN}`, { token })).body;
    assert.equal(Date.parse(items[0].last_used_at), service.clock.now());
    const { items: history } = (await service.call('GET /api/users/me/sign-in-history', { token })).body;
    assert.deepEqual(
      history.map(({ way }: { way: string }) => way),
      ['passkey', 'password'],
    );
    assert.equal((await signIn(key)).status, 200, 'and again');
  });

test('a passkey that verified its user is both factors, any other is one', async (t) => {
  const { service, holder, signIn, login, options } = await passkeyFixture(t);
  const { user, token, key } = await holder();
  assert.equal((await signIn(key, { isVerified: false })).status, 200, 'one factor is enough here');
  const [one] = await service.audit.take();
  assert.deepEqual([one?.meta.second_factor, one?.meta.by], [false, 'passkey']);
  const app = authenticatorApp(t);
  const { secret } = await enrolSecondFactor(service, app, token);
  await service.audit.forget();

  assert.equal((await signIn(key)).status, 200);
  assert.deepEqual(await service.audit.actions(), ['login.ok']);

  const half = await signIn(key, { isVerified: false });
  assert.deepEqual([half.status, half.body.detail, half.body.methods], [401, '2FA_REQUIRED', ['totp', 'passkey']]);
  assert.equal(half.body.options.userVerification, 'required', 'another touch would prove nothing more');
  assert.deepEqual(await service.audit.actions(), ['login.2fa_required']);
  const { pending, challenge_id, options: asked } = half.body;
  const touched = await login({ pending, challenge_id, passkey: key.get(asked, { isVerified: false }) });
  assert.deepEqual([touched.status, touched.body.code], [401, 'login.wrong']);
  assert.deepEqual(await service.audit.actions(), ['login.2fa_fail']);
  const code = app.codeAt(secret, service.clock.now());
  const whole = await login({ pending, totp: code });
  assert.deepEqual([whole.status, whole.body.user?.id], [200, user.id], whole.text);
  const [done] = await service.audit.take();
  assert.deepEqual([done?.action, done?.meta.second_factor, done?.meta.by], ['login.ok', true, 'passkey']);
  const again = await login({ pending, totp: code });
  assert.deepEqual([again.status, again.body.code], [401, 'login.pending_over']);

  service.clock.advance(minutes(1));
  const { challenge_id: id, options: fresh } = await options();
  const passkey = key.get(fresh, { isVerified: false });
  const atOnce = await login({ challenge_id: id, passkey, totp: app.codeAt(secret, service.clock.now()) });
  assert.equal(atOnce.status, 200, 'with its code in one call');
});

test('after a password a passkey is the second factor where one is due', async (t) => {
  const { service, holder, login } = await passkeyFixture(t);
  const { user, token, key } = await holder();
  assert.equal((await service.signIn(user.email)).status, 200, 'nothing asks for two');
  await enrolSecondFactor(service, authenticatorApp(t), token);
  await service.audit.forget();
  const half = await service.signIn(user.email);
  const { pending, challenge_id, options, methods } = half.body;
  assert.deepEqual([half.status, methods], [401, ['totp', 'passkey']]);
  assert.deepEqual(
    options.allowCredentials.map(({ id }: { id: string }) => id),
    [key.credentialId],
  );
  assert.equal(options.userVerification, 'preferred');
  const passkey = key.get(options, { isVerified: false, userHandle: undefined });
  const whole = await login({ pending, challenge_id, passkey });
  assert.equal(whole.status, 200, whole.text);
  const records = await service.audit.take();
  assert.deepEqual(
    records.map(({ action, meta }) => [action, meta.second_factor]),
    [
      ['login.2fa_required', undefined],
      ['login.ok', true],
    ],
  );
  const again = await login({ pending, challenge_id, passkey });
  assert.deepEqual([again.status, again.body.code], [401, 'login.pending_over']);
});

test('people of a tier that needs two factors are asked for a passkey after the password', async (t) => {
  const { service, person, authenticator, add, login } = await passkeyFixture(t, { SVC_2FA_REQUIRED_TIER: '1' });
  const { token, user } = await person({ role: 'admin' });
  const app = authenticatorApp(t);
  await enrolSecondFactor(service, app, token);
  const key = authenticator();
  assert.equal((await add(token, key)).status, 201);
  assert.equal((await service.call('POST /api/auth/2fa/disable', { token })).status, 200);
  const half = await service.signIn(user.email);
  assert.deepEqual([half.status, half.body.methods], [401, ['passkey']]);
  const { pending, challenge_id, options } = half.body;
  assert.equal((await login({ pending, challenge_id, passkey: key.get(options) })).status, 200);
});

test('wrong passkeys at the second step count as wrong codes', async (t) => {
  const { service, holder, login } = await passkeyFixture(t);
  const { user, token, key } = await holder();
  const other = await holder();
  await enrolSecondFactor(service, authenticatorApp(t), token);
  await service.audit.forget();
  const { pending, challenge_id, options } = (await service.signIn(user.email)).body;
  const wrong = [
    { pending, challenge_id, passkey: other.key.get(options) },
    { pending, challenge_id, passkey: key.get(options, { origin: 'https://evil.example' }) },
    { pending, challenge_id, passkey: key.get(options, { userHandle: 'AAAA' }) },
    { pending, challenge_id: 'x', passkey: key.get(options) },
    { pending, challenge_id, passkey: key.get(options, { isPresent: false }) },
  ];
  for (const [index, body] of wrong.entries()) {
    const answer = await login(body);
    assert.deepEqual([answer.status, answer.body.count], [401, index + 1]);
  }
  assert.deepEqual(await service.audit.actions(), [
    ...['login.2fa_required', ...Array.from({ length: 5 }, () => 'login.2fa_fail'), 'login.locked'],
  ]);
  assert.equal((await login({ pending, challenge_id, passkey: key.get(options) })).status, 423);
});

test('who may not sign in may not with a passkey either', async (t) => {
  const { service, holder, signIn } = await passkeyFixture(t);
  const { user, key } = await holder();
  for (const [status, code] of [
    ['suspended', 'account.suspended'],
    ['invited', 'account.invited'],
    ['deleted', 'passkey.invalid'], // not unknown: whoever is restored finds it on their device
  ] as const) {
    await service.database.transaction((tx) =>
      tx.updateTable('users').set({ status }).where('id', '=', user.id).execute(),
    );
    const answer = await signIn(key);
    assert.deepEqual([answer.status, answer.body.code], [code === 'passkey.invalid' ? 401 : 403, code]);
    assert.deepEqual(await service.audit.actions(), ['login.fail']);
  }
});

test('an account without a password lives on its passkey', async (t) => {
  const { service, holder, signIn } = await passkeyFixture(t);
  const { user, key } = await holder();
  await service.database.transaction((tx) =>
    tx.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute(),
  );
  assert.equal((await service.signIn(user.email, PASSWORD)).status, 401);
  assert.equal((await signIn(key)).status, 200);
});

test('a body has one first proof', async (t) => {
  const { service, holder, login, options } = await passkeyFixture(t);
  const { key, user } = await holder();
  const { challenge_id, options: asked } = await options();
  const passkey = key.get(asked);
  const refused = async (body: object) => {
    const answer = await login(body);
    assert.equal(answer.status, 422, answer.text);
  };
  await refused({ challenge_id, passkey, email: user.email, password: PASSWORD });
  await refused({ passkey });
  await refused({ challenge_id, passkey: 'x' });
  await refused({ challenge_id, passkey: { ...passkey, id: 'not base64url!' } });
  await refused({ challenge_id, passkey, pending: 7 });
  await refused({ challenge_id, passkey: { ...passkey, response: { ...passkey.response, signature: 7 } } });
  assert.deepEqual(await service.audit.take(), []);
  assert.equal((await login({ challenge_id, passkey })).status, 200);
});
