import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { type PasskeyFixture, passkeyFixture } from '../../../test/support/passkey-fixture.ts';
import { PASSWORD } from '../../../test/support/test-service.ts';
import { toJson } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';

const OWN = '/api/users/me/passkeys';
const TOUCH = { isVerified: false, userHandle: undefined };

/** Somebody with a password and a security key for the second step, of whose making nothing is remembered. */
async function withKey(fixture: PasskeyFixture, origin?: string) {
  const { user, token } = await fixture.person();
  const key = fixture.authenticator();
  const asked = (await fixture.service.call(`POST ${OWN}/options?purpose=second_step`, { token })).body;
  const passkey = key.create(asked.options, origin === undefined ? TOUCH : { ...TOUCH, origin });
  const added = await fixture.service.call(`POST ${OWN}`, {
    token,
    body: { challenge_id: asked.challenge_id, passkey },
  });
  assert.equal(added.status, 201, added.text);
  await fixture.service.audit.forget();
  return { user, token, key };
}

const moveTo = ({ service }: PasskeyFixture, host: string) =>
  service.database.transaction((tx) => tx.updateTable('passkeys').set({ rp_id: host }).execute());

async function assertShut({ service }: PasskeyFixture, { id, email }: { id: number; email: string }, fail_count = 0) {
  await service.audit.forget();
  const answer = await service.signIn(email);
  assert.deepEqual([answer.status, answer.body.code, answer.body.access_token], [403, 'login.factor_shut', undefined]);
  const meta = { reason: 'factor_shut', fail_count, locked: false, lock_minutes: 5 };
  assert.deepEqual(await service.audit.take(), [{ action: 'login.fail', user_id: id, actor_id: null, meta }]);
  assert.deepEqual((await service.signIn(email, 'krivo more plovi')).body.code, 'login.wrong', 'no word to a stranger');
}

test('a copied key that was shut does not leave the password alone', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service, login } = fixture;
  const { user, token, key } = await withKey(fixture);
  const copy = key.copied();
  const enter = async (with_: typeof key, ceremony: object) => {
    const { pending, challenge_id, options } = (await service.signIn(user.email)).body;
    return login({ pending, challenge_id, passkey: with_.get(options, { ...TOUCH, ...ceremony }) });
  };
  assert.equal((await enter(key, {})).status, 200);
  const { pending } = (await service.signIn(user.email)).body;
  assert.equal((await enter(copy, { counter: 1 })).body.code, 'login.wrong');
  assert.equal((await login({ pending, totp: '123456' })).body.code, 'login.factor_shut', 'what was begun before too');
  await assertShut(fixture, user, 1); // the copy was a wrong guess
  assert.equal((await service.call('GET /api/auth/me', { token })).status, 200, 'where they are signed in they stay');

  const another = fixture.authenticator();
  assert.equal((await fixture.add(token, another)).status, 201);
  const asked = await service.signIn(user.email);
  assert.deepEqual([asked.status, asked.body.methods], [401, ['passkey']], 'another one is asked for');
});

test('neither does a move of the service, and what is moved back opens again', async (t) => {
  const fixture = await passkeyFixture(t);
  const { user } = await withKey(fixture);
  await moveTo(fixture, 'stari.example.hr');
  await assertShut(fixture, user);
  await moveTo(fixture, 'savez.example.hr');
  assert.equal((await fixture.service.signIn(user.email)).body.code, 'login.2fa_required');
});

test('nor an address for which browsers make no passkeys', async (t) => {
  const fixture = await passkeyFixture(t, { SVC_PUBLIC_URL: 'https://192.0.2.1' });
  const { service } = fixture;
  const { user } = await fixture.person();
  await service.database.transaction((tx) =>
    tx
      .insertInto('passkeys')
      .values({
        user_id: user.id,
        credential_id: 'k',
        public_key: 'x',
        counter: 0,
        device_type: 'singleDevice',
        transports: toJson<readonly string[]>([]),
        aaguid: '',
        rp_id: 'savez.example.hr',
        name: 'Ključ',
        created_at: '2026-01-01T00:00:00.000Z' as Instant,
        purpose: 'second_step',
      })
      .execute(),
  );
  await assertShut(fixture, user);
});

test('a mailed link sets a password and opens nothing; an administrator’s reset does', async (t) => {
  const origin = 'http://localhost:8080'; // on this machine the token is told
  const fixture = await passkeyFixture(t, { SVC_PUBLIC_URL: origin });
  const { service } = fixture;
  const { user } = await withKey(fixture, origin);
  const admin = await fixture.person({ role: 'admin' });
  await moveTo(fixture, 'stari.example.hr');
  const sent = { body: { email: user.email }, from: '127.0.0.1' };
  const { reset_token: token } = (await service.call('POST /api/auth/forgot-password', sent)).body;
  const body = { token, new_password: `${PASSWORD}-novi`, sign_in: true };
  const reset = await service.call('POST /api/auth/reset-password', { body });
  assert.deepEqual([reset.status, reset.body.access_token], [200, undefined], reset.text);
  assert.equal((await service.signIn(user.email, body.new_password)).body.code, 'login.factor_shut');
  const path = `/api/admin/users/${user.id}/passkeys`;
  assert.equal((await service.call(`DELETE ${path}`, { token: admin.token })).status, 200);
  assert.equal((await service.signIn(user.email, body.new_password)).status, 200);
});

/** From now on members must have two factors. */
async function requireTwo({ service, person }: PasskeyFixture): Promise<void> {
  const { token } = await person({ role: 'superadmin', email: 'glavna@example.hr' });
  const body = { tenant_id: null, rules: [{ role: 'member', grace_days: 0 }] };
  assert.equal((await service.call('PUT /api/admin/factor-policy', { token, body })).status, 200);
}

test('where two factors are required, a passkey that opens nothing leaves no password alone either', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service } = fixture;
  const { user, token } = await fixture.holder();
  await moveTo(fixture, 'stari.example.hr');
  assert.equal((await service.signIn(user.email)).status, 200, 'nobody requires two of them');
  await requireTwo(fixture);
  await assertShut(fixture, user);
  const enrol = await service.call('POST /api/auth/2fa/setup', { token });
  assert.equal(enrol.status, 200, 'where they are signed in they may enrol another factor');
  await moveTo(fixture, 'savez.example.hr');
  assert.deepEqual((await service.signIn(user.email)).body.methods, ['passkey']);

  const stranger = await fixture.person({ email: 'nova@example.hr' });
  const entered = await service.signIn(stranger.user.email);
  assert.deepEqual([entered.status, entered.body.user.must_enrol], [200, true], 'who never had one enrols one');
});

test('nor does one whose counter fell, where two factors are required', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service, signIn } = fixture;
  const { user, key } = await fixture.holder();
  const copy = key.copied();
  await requireTwo(fixture);
  assert.equal((await signIn(key)).status, 200);
  assert.equal((await signIn(copy, { counter: 1 })).body.code, 'passkey.refused');
  await assertShut(fixture, user, 1);
  const tan = await enrolledToo(t, fixture);
  assert.deepEqual(
    (await service.signIn(tan.email)).body.methods,
    ['totp'],
    'an authenticator app is asked for as before',
  );
});

/** Somebody with an authenticator app beside a passkey that the service has left behind. */
async function enrolledToo(t: TestContext, fixture: PasskeyFixture): Promise<{ email: string }> {
  const { user, token } = await fixture.holder(undefined, { email: 'tan@example.hr' });
  await enrolSecondFactor(fixture.service, authenticatorApp(t), token);
  await moveTo(fixture, 'stari.example.hr');
  return user;
}
