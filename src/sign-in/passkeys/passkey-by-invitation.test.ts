import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PasskeyFixture, passkeyFixture } from '../../../test/support/passkey-fixture.ts';
import { UNUSABLE_HASH } from '../../accounts/users/usable-password.ts';

const SETUP = '/api/auth/setup-password';

async function invited(fixture: PasskeyFixture, id?: number) {
  const { service } = fixture;
  const admin = await fixture.person({ role: 'superadmin' });
  const user = id ?? (await service.addPerson({ status: 'invited', passwordHash: null })).id;
  const { body } = await service.call(`POST /api/admin/users/${user}/invite`, { token: admin.token });
  await service.audit.forget();
  await service.mails.take();
  const token = new URL(body.invite_link).searchParams.get('token') ?? '';
  const ask = () => service.call(`GET ${SETUP}/passkey?token=${token}`);
  const accept = (sent: object) => service.call(`POST ${SETUP}`, { body: { token, sign_in: true, ...sent } });
  return { id: user, token, ask, accept, admin };
}

test('an invitation is accepted with a passkey, and there never is a password', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service } = fixture;
  const { id, ask, accept } = await invited(fixture);
  const key = fixture.authenticator();
  const { status, body } = await ask();
  assert.equal(status, 200);
  const sent = { challenge_id: body.challenge_id, passkey: key.create(body.options) };
  const accepted = await accept(sent);
  assert.equal(accepted.status, 200, accepted.text);
  assert.deepEqual([accepted.body.user.id, accepted.body.user.status], [id, 'active']);
  assert.deepEqual(await service.audit.actions(), ['invite.consume.ok', 'passkey.add', 'login.ok']);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind }) => kind),
    ['passkey-added'],
  );
  const row = await service.database.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  assert.equal(row?.password_hash, null);
  assert.equal((await fixture.signIn(key)).status, 200);
  const again = await accept(sent);
  assert.deepEqual([again.status, again.body.code], [400, 'token.invalid']);
});

test('what does not verify accepts nothing, and the invitation stays', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service } = fixture;
  const one = await invited(fixture);
  const other = await invited(fixture);
  const key = fixture.authenticator();
  const { challenge_id, options } = (await one.ask()).body;
  const theirs = (await other.ask()).body;
  const own = await fixture.addOptions(other.admin.token);
  for (const sent of [
    { challenge_id, passkey: key.create(options, { origin: 'https://evil.example' }) },
    { challenge_id: theirs.challenge_id, passkey: key.create(theirs.options) },
    { challenge_id: own.challenge_id, passkey: key.create(own.options) },
  ]) {
    const answer = await one.accept(sent);
    assert.deepEqual([answer.status, answer.body.code], [400, 'passkey.not_added']);
  }
  assert.equal((await one.accept({ passkey: key.create(options) })).status, 422);
  assert.equal((await service.call(`GET ${SETUP}/passkey?token=x`)).body.code, 'token.invalid');
  assert.deepEqual([await service.audit.take(), await service.mails.take()], [[], []]);
  assert.equal((await one.accept({ challenge_id, passkey: key.create(options) })).status, 200);
  assert.equal((await other.accept({ new_password: 'mirno more plovi dalje' })).status, 200, 'or a password');
});

test('a password from before opens nothing once an invitation was accepted with a passkey', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service } = fixture;
  const { user } = await fixture.person();
  const { ask, accept } = await invited(fixture, user.id);
  const { challenge_id, options } = (await ask()).body;
  assert.equal((await accept({ challenge_id, passkey: fixture.authenticator().create(options) })).status, 200);
  assert.equal((await service.signIn(user.email)).status, 401);
  const row = await service.database.read.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst();
  assert.equal(row?.password_hash, UNUSABLE_HASH);
});
