import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passkeyFixture } from '../../../test/support/passkey-fixture.ts';

const SETUP = '/api/auth/setup-password';

test('whoever accepted an invitation with a passkey signs in with it again after a suspension', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service } = fixture;
  const { token } = await fixture.person({ role: 'superadmin' });
  const { id } = await service.addPerson({ status: 'invited', passwordHash: null });
  const { invite_link } = (await service.call(`POST /api/admin/users/${id}/invite`, { token })).body;
  const link = new URL(invite_link).searchParams.get('token');
  const { challenge_id, options } = (await service.call(`GET ${SETUP}/passkey?token=${link}`)).body;
  const key = fixture.authenticator();
  const accepting = { token: link, challenge_id, passkey: key.create(options) };
  assert.equal((await service.call(`POST ${SETUP}`, { body: accepting })).status, 200);
  await service.audit.forget();

  assert.equal((await service.call(`POST /api/admin/users/${id}/suspend`, { token })).status, 200);
  assert.equal((await fixture.signIn(key)).body.code, 'account.suspended');
  await service.audit.forget();
  await service.mails.take();
  const back = await service.call(`POST /api/admin/users/${id}/unsuspend`, { token });
  assert.deepEqual([back.status, back.body.status], [200, 'active']);
  assert.deepEqual(await service.audit.actions(), ['user.unsuspend']);
  assert.deepEqual(await service.mails.take(), []);
  assert.equal((await fixture.signIn(key)).status, 200);
});
