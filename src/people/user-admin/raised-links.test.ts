import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startGoogleIssuer } from '../../../test/support/google-issuer.ts';
import { oidcBrowser, providerBody } from '../../../test/support/oidc-browser.ts';
import { OIDC_ENV, startOidcIssuer } from '../../../test/support/oidc-issuer.ts';
import { startTestService } from '../../../test/support/test-service.ts';

const BY_DOMAIN = { linking: 'verified_email', domains: ['klub.hr'] };

test('whoever runs an issuer becomes no administrator by a link from a first use', async (t) => {
  const service = await startTestService(t, { ...OIDC_ENV, SVC_2FA_REQUIRED_TIER: '' });
  const issuer = await startOidcIssuer(t, service.clock);
  const { id: bossId } = await service.addPerson({ email: 'gazda@savez.hr', role: 'superadmin' });
  const { id } = await service.addPerson({ email: 'ana@klub.hr' });
  const token = await service.tokenOf('gazda@savez.hr');
  const body = providerBody(issuer, BY_DOMAIN);
  assert.equal((await service.call('POST /api/admin/identity-providers', { token, body })).status, 201);
  const enter = () => oidcBrowser(service, issuer).enter();
  assert.equal((await enter()).body.user?.id, id, 'linked at first use, by the issuer alone');
  const give = (role: string) => service.call(`PUT /api/admin/users/${id}/role`, { token, body: { role } });

  assert.equal((await give('manager')).status, 200);
  assert.equal((await enter()).status, 200, 'a manager stays linked');
  await service.audit.forget();
  await service.mails.take();
  assert.equal((await give('admin')).status, 200);
  assert.deepEqual(
    (await service.audit.take()).map(({ action, user_id, actor_id }) => [action, user_id, actor_id]),
    [
      ['user.role.change', id, bossId],
      ['identity.unlink', id, bossId],
    ],
  );
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address }) => [kind, to_address]),
    [['identity-unlinked', 'ana@klub.hr']],
  );
  const refused = await enter();
  assert.deepEqual([refused.status, refused.body.code], [401, 'identity.not_linked']);
  const own = await service.tokenOf('ana@klub.hr');
  const browser = oidcBrowser(service, issuer);
  const ticket = (await browser.travel('link')).get('ticket');
  assert.equal((await browser.call('POST /api/users/me/identities', { token: own, body: { ticket } })).status, 200);
  assert.equal((await enter()).status, 200, 'a link that an administrator made');
});

test('nor does Google, also where a bulk act gives the role', async (t) => {
  const google = await startGoogleIssuer(t);
  const service = await startTestService(t, { ...google.env, SVC_2FA_REQUIRED_TIER: '' });
  await service.addPerson({ email: 'gazda@savez.hr', role: 'superadmin' });
  const { id } = await service.addPerson({ email: 'ana@gmail.com', passwordHash: null });
  const token = await service.tokenOf('gazda@savez.hr');
  const enter = async () =>
    service.call('POST /api/auth/google', { body: { credential: await google.token(service.clock) } });
  assert.equal((await enter()).body.user?.id, id);
  await service.audit.forget();
  await service.mails.take();
  const filter = { role: 'member' };
  const act = { action: 'role', role: 'admin', filter, expected_total: 1 };
  assert.equal((await service.call('POST /api/admin/users/bulk', { token, body: act })).status, 202);
  await service.bulkActs.runDue();
  assert.deepEqual(await service.audit.actions(), ['bulk.start', 'user.role.change', 'google.unlink', 'bulk.finish']);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, user_id }) => [kind, user_id]),
    [['google-unlinked', id]],
  );
  service.clock.advance(1000);
  const refused = await enter();
  assert.deepEqual([refused.status, refused.body.code], [401, 'google.not_linked']);
  const shown = await service.call(`GET /api/admin/users/${id}`, { token });
  assert.deepEqual([shown.body.role, shown.body.google_picture], ['admin', null]);

  const forgot = await service.call('POST /api/auth/forgot-password', { body: { email: 'ana@gmail.com' } });
  assert.equal(forgot.status, 200);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, user_id }) => [kind, user_id]),
    [['password-reset', id]],
    'a way in is left to whoever had no other',
  );
});
