import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { PASSKEY_ORIGIN, type PasskeyFixture, passkeyFixture } from '../../../test/support/passkey-fixture.ts';

const OWN = '/api/users/me/passkeys';
const POLICY = '/api/admin/factor-policy';

/** A superadmin who asks a second factor of all members at once. */
async function withRule(fixture: PasskeyFixture): Promise<string> {
  const { token } = await fixture.person({ role: 'superadmin', email: 'glavna@example.hr' });
  const body = { tenant_id: null, rules: [{ role: 'member', grace_days: 0 }] };
  assert.equal((await fixture.service.call(`PUT ${POLICY}`, { token, body })).status, 200);
  return token;
}

const standingOf = async ({ service }: PasskeyFixture, admin: string, token: string) => {
  const missing = (await service.call(`GET ${POLICY}/missing`, { token: admin })).body.total;
  const { two_factor, funnel, tenants } = (await service.call('GET /api/admin/stats', { token: admin })).body;
  const rename = await service.call('PUT /api/auth/me', { token, body: { ime: 'Ana' } });
  return {
    missing,
    counted: [two_factor.enabled, funnel.secured, tenants[0].secured],
    may: rename.body.code ?? rename.status,
  };
};
const LACKS = { missing: 1, counted: [0, 0, 0], may: '2fa.enrol_required' };

test('a passkey that verifies its user is a second factor, for gate, list and figures', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service, person, authenticator, add } = fixture;
  const { user, token } = await person();
  await service.database.transaction((tx) =>
    tx.updateTable('users').set({ email_verified_at: user.created_at }).where('id', '=', user.id).execute(),
  );
  const admin = await withRule(fixture);
  const key = authenticator();
  assert.deepEqual(await standingOf(fixture, admin, token), LACKS);
  const added = await add(token, key);
  assert.equal(added.status, 201, 'whoever must enrol may add one');
  assert.deepEqual(await standingOf(fixture, admin, token), { missing: 0, counted: [1, 1, 1], may: 200 });
  assert.deepEqual(
    (await service.call(`POST ${POLICY}/missing/remind`, { token: admin, body: {} })).body.reminded,
    0,
    'nobody is to be reminded',
  );
  const { must_enrol, enrol_by } = (await service.call('GET /api/auth/me', { token })).body;
  assert.deepEqual([must_enrol, enrol_by], [false, null]);

  assert.equal((await service.call(`DELETE ${OWN}/${added.body.id}`, { token })).status, 204);
  assert.deepEqual(await standingOf(fixture, admin, token), LACKS);
});

test('one that does not is none, until it does', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service, authenticator, add, person, signIn } = fixture;
  const { user, token } = await person();
  const key = authenticator();
  assert.equal((await add(token, key, { isVerified: false })).status, 201);
  const admin = await withRule(fixture);
  const { missing, may } = await standingOf(fixture, admin, token);
  assert.deepEqual([missing, may], [1, '2fa.enrol_required']);
  const entered = await signIn(key);
  assert.deepEqual([entered.status, entered.body.user?.must_enrol], [200, false], entered.text);
  assert.equal((await standingOf(fixture, admin, token)).missing, 0);
  const again = await service.signIn(user.email);
  assert.deepEqual([again.status, again.body.methods], [401, ['passkey']], 'the password alone opens nothing');

  const copy = key.copied();
  assert.equal((await signIn(key)).status, 200);
  assert.equal((await signIn(copy, { counter: 1 })).body.code, 'passkey.refused');
  assert.equal((await standingOf(fixture, admin, token)).may, '2fa.enrol_required', 'a copied one is none');
});

test('one of another host is none, and counts again where it opens something', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service, holder, signIn } = fixture;
  const { user, token, key } = await holder();
  const admin = await withRule(fixture);
  assert.equal((await standingOf(fixture, admin, token)).missing, 0);
  const moveTo = (host: string) =>
    service.database.transaction(async (tx) => {
      await tx.updateTable('passkeys').set({ rp_id: host }).where('user_id', '=', user.id).execute();
      await tx.updateTable('users').set({ passkey_host: 'stari.example.hr' }).where('id', '=', user.id).execute();
    });
  await moveTo('stari.example.hr');
  assert.equal((await standingOf(fixture, admin, token)).missing, 1);
  assert.equal((await service.signIn(user.email)).body.code, 'login.factor_shut');
  await moveTo(new URL(PASSKEY_ORIGIN).hostname);
  assert.equal((await signIn(key)).body.user.must_enrol, false, 'noted at the next use');
});

test('an administrator’s reset removes the passkeys that are the factor', async (t) => {
  const fixture = await passkeyFixture(t);
  const { service, holder, authenticator, add, signIn } = fixture;
  const { token: admin, user: by } = await fixture.person({ role: 'admin' });
  const { user, token, key } = await holder();
  await add(token, authenticator(), { isVerified: false });
  await service.audit.forget();
  await service.mails.take();
  const path = `/api/admin/users/${user.id}`;
  const { actions } = (await service.call(`GET ${path}`, { token: admin })).body;
  assert.ok(actions.includes('reset_two_factor'));
  await service.audit.forget();
  const reset = await service.call(`DELETE ${path}/2fa`, { token: admin });
  assert.equal(reset.status, 200, reset.text);
  const who = { user_id: user.id, actor_id: by.id };
  assert.deepEqual(await service.audit.take(), [
    { action: 'passkey.remove', ...who, meta: { removed: 2 } },
    { action: 'user.2fa.reset', ...who, meta: {} },
  ]);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address }) => [kind, to_address]),
    [['passkeys-removed', user.email]],
  );
  assert.equal((await signIn(key)).body.code, 'passkey.unknown');
  assert.equal((await service.call('GET /api/auth/me', { token })).status, 401, 'their sign-ins have ended');
  const again = await service.call(`DELETE ${path}/2fa`, { token: admin });
  assert.deepEqual([again.status, again.body.code], [409, 'users.state']);
});

test('app and passkeys go together, and each is told', async (t) => {
  const { service, holder, person } = await passkeyFixture(t);
  const { token: admin } = await person({ role: 'admin' });
  const { user, token } = await holder();
  await enrolSecondFactor(service, authenticatorApp(t), token);
  await service.audit.forget();
  await service.mails.take();
  assert.equal((await service.call(`DELETE /api/admin/users/${user.id}/2fa`, { token: admin })).status, 200);
  assert.deepEqual(await service.audit.actions(), ['passkey.remove', 'user.2fa.reset']);
  assert.deepEqual((await service.mails.take()).map(({ kind }) => kind).sort(), [
    'passkeys-removed',
    'two-factor-disabled',
  ]);
  assert.equal((await service.signIn(user.email)).status, 200);
});

test('the command removes them too', async (t) => {
  const { service, holder, signIn } = await passkeyFixture(t);
  const { user, key } = await holder();
  const command = `user reset-2fa --email ${user.email}`;
  const run = await runCommand(command, { ...service.env, SVC_PUBLIC_URL: PASSKEY_ORIGIN });
  assert.equal(run.code, 0, run.err);
  assert.deepEqual(await service.audit.actions(), ['passkey.remove', 'user.2fa.reset']);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind }) => kind),
    ['passkeys-removed'],
  );
  assert.equal((await signIn(key)).body.code, 'passkey.unknown');
  const again = await runCommand(command, service.env);
  assert.deepEqual([again.code, /has no second factor/.test(again.err)], [1, true]);
});
