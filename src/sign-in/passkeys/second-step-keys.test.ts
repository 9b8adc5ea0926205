import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Options, type PasskeyFixture, passkeyFixture } from '../../../test/support/passkey-fixture.ts';
import type { SoftwareAuthenticator } from '../../../test/support/software-authenticator.ts';
import { PASSWORD } from '../../../test/support/test-service.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const OWN = '/api/users/me/passkeys';
const POLICY = '/api/admin/factor-policy';
/** A touch and nothing else; a key that keeps nothing cannot say whose it is. */
const TOUCH = { isVerified: false, userHandle: undefined };

async function secondOptions({ service }: PasskeyFixture, token: string): Promise<Options> {
  const { status, body, text } = await service.call(`POST ${OWN}/options?purpose=second_step`, { token });
  assert.equal(status, 200, text);
  return body;
}

async function addSecond(fixture: PasskeyFixture, token: string, key: SoftwareAuthenticator, ceremony: object = TOUCH) {
  const { challenge_id, options } = await secondOptions(fixture, token);
  return fixture.service.call(`POST ${OWN}`, { token, body: { challenge_id, passkey: key.create(options, ceremony) } });
}

/** Somebody with a password and a plain security key; what adding it recorded and mailed is forgotten. */
async function withKey(fixture: PasskeyFixture, wanted = {}) {
  const { user, token } = await fixture.person(wanted);
  const key = fixture.authenticator();
  const added = await addSecond(fixture, token, key);
  assert.equal(added.status, 201, added.text);
  await fixture.service.audit.forget();
  await fixture.service.mails.take();
  return { user, token, key, id: added.body.id as number };
}

test('a security key without verification is added for the second step', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service } = fixture;
  const { user, token } = await fixture.person({ email: 'ana@example.hr' });
  const { options } = await secondOptions(fixture, token);
  assert.deepEqual(options.authenticatorSelection, {
    residentKey: 'discouraged',
    requireResidentKey: false,
    userVerification: 'discouraged',
    authenticatorAttachment: 'cross-platform',
  });
  const added = await addSecond(fixture, token, fixture.authenticator());
  assert.deepEqual(
    [added.status, added.body.name, added.body.second_step_only, added.body.state],
    [201, 'Sigurnosni ključ', true, 'usable'],
  );
  const meta = { passkey_id: added.body.id, synced: false, purpose: 'second_step' };
  assert.deepEqual(await service.audit.take(), [{ action: 'passkey.add', user_id: user.id, actor_id: user.id, meta }]);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address, params }) => [kind, to_address, params.passkey]),
    [['security-key-added', 'ana@example.hr', 'Sigurnosni ključ']],
  );
  const admin = await fixture.person({ role: 'superadmin' });
  const shown = await service.call(`GET /api/admin/users/${user.id}/passkeys`, { token: admin.token });
  assert.equal(shown.body.items[0].second_step_only, true);
  const english = await fixture.person({ preferred_language: 'en' });
  assert.equal((await addSecond(fixture, english.token, fixture.authenticator())).body.name, 'Security key');
  const other = await service.call(`POST ${OWN}/options?purpose=sign_in`, { token });
  assert.equal(other.status, 422);
});

test('it is asked for after the password, and both are two factors', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service, login } = fixture;
  const { user, key } = await withKey(fixture);
  const half = await service.signIn(user.email);
  assert.deepEqual([half.status, half.body.code, half.body.methods], [401, 'login.2fa_required', ['passkey']]);
  const { pending, challenge_id, options } = half.body;
  assert.deepEqual(options.allowCredentials, [
    { id: key.credentialId, type: 'public-key', transports: ['internal', 'hybrid'] },
  ]);
  const stranger = await withKey(fixture);
  const code = async (body: object) => {
    const answer = await login(body);
    return [answer.status, answer.body.code];
  };
  assert.deepEqual(await code({ pending, challenge_id, passkey: stranger.key.get(options, TOUCH) }), [
    401,
    'login.wrong',
  ]);
  const theirs = (await service.signIn(stranger.user.email)).body;
  assert.deepEqual(
    await code({ pending, challenge_id: theirs.challenge_id, passkey: key.get(theirs.options, TOUCH) }),
    [401, 'login.wrong'],
  );
  await service.audit.forget();
  const proof = { pending, challenge_id, passkey: key.get(options, TOUCH) };
  const entered = await login(proof);
  assert.equal(entered.status, 200, entered.text);
  const [record, ...others] = await service.audit.take();
  assert.deepEqual([record?.action, record?.meta.second_factor, others], ['login.ok', true, []]);
  assert.equal((await login(proof)).status, 401, 'once');
});

test('it opens nothing by itself, whatever it proves', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service, signIn } = fixture;
  const { user, token, key } = await withKey(fixture);
  const handle = (await service.call(`GET ${OWN}`, { token })).body.user_handle;
  for (const ceremony of [{ ...TOUCH, userHandle: handle }, { isVerified: true, userHandle: handle }, TOUCH]) {
    const answer = await signIn(key, ceremony);
    assert.deepEqual([answer.status, answer.body.code], [401, 'passkey.invalid']);
  }
  assert.deepEqual(
    (await service.audit.take()).map(({ action, user_id, meta }) => [action, user_id, meta.flaw]),
    ['second_step_only', 'second_step_only', 'user_handle'].map((flaw) => ['login.fail', user.id, flaw]),
  );
  assert.deepEqual(await service.mails.take(), []);
  const half = (await service.signIn(user.email)).body;
  await service.audit.forget();
  const crossed = await fixture.login({
    challenge_id: half.challenge_id,
    passkey: key.get(half.options, { userHandle: handle }),
  });
  assert.deepEqual([crossed.status, crossed.body.code], [401, 'passkey.invalid'], 'without what came before it');
});

test('nothing turns it into one that signs in', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service, add, addOptions, authenticator } = fixture;
  const { token, key } = await withKey(fixture);
  const again = await add(token, key);
  assert.deepEqual([again.status, again.body.code], [409, 'passkey.exists']);
  const verified = authenticator();
  assert.equal((await addSecond(fixture, token, verified, {})).body.second_step_only, true, 'even one that verifies');

  const [plain, second] = [await addOptions(token), await secondOptions(fixture, token)];
  for (const [challenge_id, options] of [
    [plain.challenge_id, second.options],
    [second.challenge_id, plain.options],
  ] as const) {
    const crossed = await service.call(`POST ${OWN}`, {
      token,
      body: { challenge_id, passkey: authenticator().create(options) },
    });
    assert.deepEqual([crossed.status, crossed.body.code], [400, 'passkey.not_added']);
  }
  const stranger = await fixture.person();
  const body = { challenge_id: second.challenge_id, passkey: authenticator().create(second.options, TOUCH) };
  assert.equal((await service.call(`POST ${OWN}`, { token: stranger.token, body })).body.code, 'passkey.not_added');
  const added = await service.call(`POST ${OWN}`, { token, body });
  assert.deepEqual([added.status, added.body.second_step_only], [201, true]);
  assert.equal((await service.call(`POST ${OWN}`, { token, body })).status, 400, 'once');
});

test('it is no way in: the last of those stays', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service, holder, signIn } = fixture;
  const { user, token, key, id } = await holder();
  assert.equal((await addSecond(fixture, token, fixture.authenticator())).status, 201);
  await service.database.transaction((tx) =>
    tx.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute(),
  );
  const last = await service.call(`DELETE ${OWN}/${id}`, { token });
  assert.deepEqual([last.status, last.body.code], [409, 'passkey.last_way_in']);
  assert.equal((await signIn(key)).status, 200, 'a key that verified its user is both factors');
  const untold = await signIn(key, { isVerified: false });
  assert.deepEqual([untold.status, untold.body.code], [401, 'login.2fa_required'], 'without that flag it is one');
});

test('it fulfils a rule for two factors, until it is removed', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service } = fixture;
  const admin = await fixture.person({ role: 'superadmin', email: 'glavna@example.hr' });
  const rules = { tenant_id: null, rules: [{ role: 'member', grace_days: 0 }] };
  assert.equal((await service.call(`PUT ${POLICY}`, { token: admin.token, body: rules })).status, 200);
  const { token, user, id } = await withKey(fixture);
  const missing = async () => (await service.call(`GET ${POLICY}/missing`, { token: admin.token })).body.total;
  assert.deepEqual([await missing(), (await service.call('GET /api/auth/me', { token })).body.must_enrol], [0, false]);
  assert.equal((await service.call(`DELETE ${OWN}/${id}`, { token })).status, 204);
  assert.deepEqual([await missing(), (await service.call('GET /api/auth/me', { token })).body.must_enrol], [1, true]);
  const plain = await service.signIn(user.email);
  assert.deepEqual([plain.status, plain.body.user?.must_enrol], [200, true]);
});

test('a mailed link sets a password and does not pass it by', async (t) => {
  const origin = 'http://localhost:8080'; // on this machine the token is told
  const fixture = await passkeyFixture(t, { SVC_PUBLIC_URL: origin });
  const { service } = fixture;
  const { user, token: own } = await fixture.person();
  assert.equal((await addSecond(fixture, own, fixture.authenticator(), { ...TOUCH, origin })).status, 201);
  const sent = { body: { email: user.email }, from: '127.0.0.1' };
  const { reset_token: token } = (await service.call('POST /api/auth/forgot-password', sent)).body;
  const reset = await service.call('POST /api/auth/reset-password', {
    body: { token, new_password: `${PASSWORD}-novi`, sign_in: true },
  });
  assert.deepEqual([reset.status, reset.body.access_token], [200, undefined], reset.text);
  const half = await service.signIn(user.email, `${PASSWORD}-novi`);
  assert.deepEqual([half.status, half.body.methods], [401, ['passkey']]);
});

test('within a sign-in it proves again who somebody is; a copy of it is shut', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service, login } = fixture;
  const { user, token, key, id } = await withKey(fixture);
  const copy = key.copied();
  service.clock.advance(minutes(11));
  const asked = (await service.call('GET /api/auth/reauthenticate/passkey', { token })).body;
  const proof = { challenge_id: asked.challenge_id, passkey: key.get(asked.options, TOUCH) };
  assert.equal((await service.call('POST /api/auth/reauthenticate/passkey', { token, body: proof })).status, 200);
  await service.audit.forget();
  await service.mails.take();
  const { pending, challenge_id, options } = (await service.signIn(user.email)).body;
  const answer = await login({ pending, challenge_id, passkey: copy.get(options, { ...TOUCH, counter: 1 }) });
  assert.deepEqual([answer.status, answer.body.code], [401, 'login.wrong']);
  assert.deepEqual(await service.audit.actions(), ['login.2fa_required', 'passkey.refuse', 'login.2fa_fail']);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind }) => kind),
    ['passkey-refused'],
  );
  const [shown] = (await service.call(`GET ${OWN}`, { token })).body.items;
  assert.deepEqual([shown.id, shown.state], [id, 'refused']);
});
