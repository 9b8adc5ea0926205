import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { type PasskeyFixture, passkeyFixture } from '../../../test/support/passkey-fixture.ts';

const SETUP = '/api/auth/setup-password';
const CHOSEN = 'mirno more plovi dalje';

/** Somebody who uses their account is invited by an administrator, who sees the link. */
async function invite({ service, person }: PasskeyFixture, userId: number) {
  const { token: admin } = await person({ role: 'superadmin' });
  const { invite_link } = (await service.call(`POST /api/admin/users/${userId}/invite`, { token: admin })).body;
  const token = new URL(invite_link).searchParams.get('token');
  await service.audit.forget();
  await service.mails.take();
  const accept = (sent: object) => service.call(`POST ${SETUP}`, { body: { token, sign_in: true, ...sent } });
  return { ask: () => service.call(`GET ${SETUP}/passkey?token=${token}`), accept };
}

test('no invitation leads around an authenticator app, however it is accepted', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service } = fixture;
  const { user, token } = await fixture.person({ role: 'manager' });
  await enrolSecondFactor(service, authenticatorApp(t), token);
  const { ask, accept } = await invite(fixture, user.id);
  const asked = await ask();
  assert.deepEqual([asked.status, asked.body.code], [409, 'passkey.second_step']);
  assert.deepEqual([await service.audit.take(), await service.mails.take()], [[], []]);

  const accepted = await accept({ new_password: CHOSEN });
  assert.deepEqual([accepted.status, accepted.body.access_token], [200, undefined]);
  assert.equal((await service.signIn(user.email, CHOSEN)).body.detail, '2FA_REQUIRED');
});

test('while the invitation waits, no second factor is turned on under the old password', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service } = fixture;
  const { user } = await fixture.person();
  const { accept } = await invite(fixture, user.id);
  const again = await service.tokenOf(user.email);
  const second = await service.call('POST /api/users/me/passkeys/options?purpose=second_step', { token: again });
  assert.deepEqual([second.status, second.body.code], [403, 'password.change_required']);
  assert.equal((await accept({ new_password: CHOSEN })).status, 200, 'the link is not spent');
});

test('nor does one lead around a passkey that a rule demands as the second factor', async (t) => {
  const fixture = await passkeyFixture(t, { SVC_2FA_REQUIRED_TIER: '2' });
  const { service } = fixture;
  const { user, key } = await fixture.holder(undefined, { role: 'manager' });
  const boss = await fixture.holder(undefined, { role: 'superadmin' });
  const { invite_link } = (await service.call(`POST /api/admin/users/${user.id}/invite`, { token: boss.token })).body;
  const token = new URL(invite_link).searchParams.get('token');
  const asked = await service.call(`GET ${SETUP}/passkey?token=${token}`);
  assert.deepEqual([asked.status, asked.body.code], [409, 'passkey.second_step']);
  assert.equal((await fixture.signIn(key)).status, 200, 'the owner comes in as before');
});
