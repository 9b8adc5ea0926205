import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { hash } from 'bcrypt';
import { addMembershipFor } from '../../../test/support/add-membership.ts';
import { startGoogleIssuer } from '../../../test/support/google-issuer.ts';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { PASSKEY_ORIGIN } from '../../../test/support/passkey-fixture.ts';
import { softwareAuthenticator } from '../../../test/support/software-authenticator.ts';
import { rawToken } from '../../accounts/action-tokens/issue-action-token.ts';

const GIVEN = 'lozinka iz datoteke';
const CHOSEN = 'moja nova lozinka';

/** A superadmin, and somebody whom the administrator of a club brought with a hash whose password that administrator knows. */
async function openFixture(t: TestContext, env: Record<string, string> = {}) {
  // The first sign-in renews the hash, which is of a lower cost.
  const fixture = await openImportFixture(t, env, { bcryptCost: 5 });
  const { service, superadmin: token } = fixture;
  await service.addTenant('Drugi savez');
  const done = await fixture.run(`email,ime,password_hash\nana@example.hr,Ana,${await hash(GIVEN, 4)}\n`);
  const [{ user_id: id }] = await fixture.rows(done.id);
  const forget = async () => {
    await service.audit.forget();
    await service.mails.take();
  };
  await forget();
  const put = (tail: string, body: object) => service.call(`PUT /api/admin/users/${id}${tail}`, { token, body });
  return {
    ...fixture,
    id,
    forget,
    put,
    give: (role: string) => put('/role', { role }),
    enter: (password: string) => service.signIn('ana@example.hr', password),
    told: async () => ({
      acts: (await service.audit.take()).map(({ action, user_id }) => [action, user_id]),
      mails: (await service.mails.take()).map(({ kind, to_address }) => [kind, to_address]),
    }),
    /** The token of the mail that is about to be sent. */
    mailed: async () => {
      const tokens = service.database.read.selectFrom('action_tokens').selectAll().where('user_id', '=', id);
      return rawToken(service.keys, await tokens.orderBy('id', 'desc').executeTakeFirstOrThrow());
    },
  };
}

for (const { name, tail, body, act } of [
  { name: 'who comes to see others', tail: '/role', body: { role: 'manager' }, act: 'user.role.change' },
  { name: 'who comes to manage everybody', tail: '/role', body: { role: 'superadmin' }, act: 'user.role.change' },
  { name: 'who is moved to another tenant', tail: '', body: { tenant_id: 2 }, act: 'user.update' },
])
  test(`a password that came with an import opens nobody ${name}; a link for a new one is mailed`, async (t) => {
    const { service, id, put, enter, forget, told, mailed } = await openFixture(t);
    assert.equal((await enter(GIVEN)).status, 200);
    await forget();
    assert.equal((await put(tail, body)).status, 200);
    assert.deepEqual(await told(), {
      acts: [
        [act, id],
        ['user.password.reset', id],
      ],
      mails: [['password-reset', 'ana@example.hr']],
    });
    assert.equal((await enter(GIVEN)).status, 401);
    await forget();
    const choosing = { token: await mailed(), new_password: CHOSEN };
    assert.equal((await service.call('POST /api/auth/reset-password', { body: choosing })).status, 200);
    assert.equal((await enter(CHOSEN)).status, 200);
    await forget();
    assert.equal((await put('/role', { role: 'admin' })).status, 200);
    assert.deepEqual(await told(), { acts: [['user.role.change', id]], mails: [] }, 'one that its owner chose stays');
    assert.equal((await enter(CHOSEN)).status, 200);
  });

for (const { name, tail, body, act } of [
  { name: 'who comes to power', tail: '/role', body: { role: 'manager' }, act: 'user.role.change' },
  { name: 'who is moved', tail: '', body: { tenant_id: 2 }, act: 'user.update' },
])
  test(`what was added under it ends with it for somebody ${name}: passkeys, and links to issuers`, async (t) => {
    const google = await startGoogleIssuer(t);
    const { service, id, put, enter, forget, told, mailed } = await openFixture(t, {
      ...google.env,
      SVC_PUBLIC_URL: PASSKEY_ORIGIN,
    });
    const { access_token: token } = (await enter(GIVEN)).body;
    const key = softwareAuthenticator(PASSKEY_ORIGIN);
    const { challenge_id, options } = (await service.call('POST /api/users/me/passkeys/options', { token })).body;
    const adding = { challenge_id, passkey: key.create(options) };
    assert.equal((await service.call('POST /api/users/me/passkeys', { token, body: adding })).status, 201);
    const credential = await google.token(service.clock);
    assert.equal((await service.call('POST /api/users/me/google', { token, body: { credential } })).status, 200);
    const byKey = async () => {
      const { challenge_id, options } = (await service.call('GET /api/auth/passkey')).body;
      return service.call('POST /api/auth/login', { body: { challenge_id, passkey: key.get(options) } });
    };
    assert.equal((await byKey()).status, 200);
    await forget();
    const given = await put(tail, body);
    assert.equal(given.status, 200, given.text);
    const acts = [act, 'user.password.reset', 'passkey.remove', 'google.unlink'];
    const mails = ['password-reset', 'passkeys-removed', 'google-unlinked'];
    assert.deepEqual(await told(), {
      acts: acts.map((action) => [action, id]),
      mails: mails.map((kind) => [kind, 'ana@example.hr']),
    });
    service.clock.advance(1000);
    const again = { body: { credential: await google.token(service.clock) } };
    const refused = [await enter(GIVEN), await byKey(), await service.call('POST /api/auth/google', again)];
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.code]),
      [
        [401, 'login.wrong'],
        [401, 'passkey.unknown'],
        [401, 'google.not_linked'],
      ],
    );
    const choosing = { token: await mailed(), new_password: CHOSEN };
    assert.equal((await service.call('POST /api/auth/reset-password', { body: choosing })).status, 200);
    assert.equal((await enter(CHOSEN)).status, 200);
  });

test('a bulk act and its undoing replace it too', async (t) => {
  const { service, superadmin: token, id, enter, told } = await openFixture(t);
  const act = { action: 'role', role: 'admin', filter: { role: 'member' }, expected_total: 1 };
  const started = await service.call('POST /api/admin/users/bulk', { token, body: act });
  assert.equal(started.status, 202, started.text);
  await service.bulkActs.runDue();
  const { acts, mails } = await told();
  assert.deepEqual(
    acts.map(([action]) => action),
    ['bulk.start', 'user.role.change', 'user.password.reset', 'bulk.finish'],
  );
  assert.deepEqual([acts[2], mails], [['user.password.reset', id], [['password-reset', 'ana@example.hr']]]);
  assert.equal((await enter(GIVEN)).status, 401);
});

test('it stays where nobody else comes into reach, and where its owner has changed it', async (t) => {
  const { service, id, give, put, enter, forget, told } = await openFixture(t);
  assert.equal((await give('guest')).status, 200);
  assert.equal((await give('member')).status, 200);
  assert.equal((await put('', { ime: 'Anja' })).status, 200);
  const acts = ['user.role.change', 'user.role.change', 'user.update'].map((action) => [action, id]);
  assert.deepEqual(await told(), { acts, mails: [] });
  const { body } = await enter(GIVEN);
  const change = { token: body.access_token, body: { current_password: GIVEN, new_password: CHOSEN } };
  assert.equal((await service.call('POST /api/auth/change-password', change)).status, 200);
  await forget();
  assert.equal((await give('superadmin')).status, 200);
  assert.deepEqual(await told(), { acts: [['user.role.change', id]], mails: [] });
  assert.equal((await enter(CHOSEN)).status, 200);
});

test('an open invitation gives way to the link', async (t) => {
  const { service, superadmin: token, id, give, enter, forget, told } = await openFixture(t);
  const invited = await service.call(`POST /api/admin/users/${id}/invite`, { token });
  assert.equal(invited.status, 200);
  await forget();
  assert.equal((await give('admin')).status, 200);
  assert.deepEqual(await told(), {
    acts: [
      ['user.role.change', id],
      ['user.password.reset', id],
    ],
    mails: [['password-reset', 'ana@example.hr']],
  });
  const seen = new URL(invited.body.invite_link).searchParams.get('token');
  const accepting = { token: seen, new_password: CHOSEN };
  assert.equal((await service.call('POST /api/auth/setup-password', { body: accepting })).status, 400);
  assert.equal((await enter(GIVEN)).status, 401);
});

test('a membership that gives power closes the account to whoever made the file, as a role does', async (t) => {
  const { service, id, superadmin: token, enter, told } = await openFixture(t);
  const add = (tenant_id: number, role: string) =>
    service.call(`POST /api/admin/users/${id}/memberships`, { token, body: { tenant_id, role } });
  assert.equal((await add(2, 'manager')).status, 201);
  assert.deepEqual(await told(), {
    acts: [
      ['membership.create', id],
      ['user.password.reset', id],
    ],
    mails: [['password-reset', 'ana@example.hr']],
  });
  assert.equal((await enter(GIVEN)).status, 401);
});

test('a club gives no power to whoever is elsewhere too while others may know a way in, and touches nothing', async (t) => {
  const { service, id, enter, forget, told } = await openFixture(t);
  await addMembershipFor(service, { userId: id, tenantId: 2, role: 'guest' });
  await service.addPerson({ email: 'uprava@example.hr', role: 'admin', tenantId: 2 });
  const token = await service.tokenOf('uprava@example.hr');
  await forget();
  const give = async (role: string) => {
    const { status, body } = await service.call(`PUT /api/admin/users/${id}/role`, { token, body: { role } });
    return [status, body.code];
  };
  assert.deepEqual(await give('manager'), [403, 'users.shared']);
  assert.deepEqual(await told(), { acts: [], mails: [] });
  assert.deepEqual(await give('member'), [200, undefined], 'no power');
  assert.deepEqual(await told(), { acts: [['user.role.change', id]], mails: [] });
  assert.equal((await enter(GIVEN)).status, 200, 'their password is theirs');
  await service.database.transaction((tx) =>
    tx.updateTable('users').set({ password_given_at: null }).where('id', '=', id).execute(),
  );
  assert.deepEqual(await give('manager'), [200, undefined], 'once they chose one');
});
