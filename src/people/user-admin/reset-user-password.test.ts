// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { deriveToken } from '../../platform/keys/derived-secret.ts';

const CHOSEN = 'sasvim druga rečenica';

async function fixture(service: TestService) {
  await service.addPerson({ email: 'uprava@example.hr', role: 'admin' });
  const admin = await service.tokenOf('uprava@example.hr');
  const person = await service.addPerson({ email: 'ana@example.hr' });
  const act = (tail: string) => service.call(`POST /api/admin/users/${person.id}/${tail}`, { token: admin });
  /** The token of the last mailed link. */
  const mailed = async (): Promise<string> => {
    const mail = (await service.mails.take()).findLast(({ secret_ref }) => secret_ref !== null);
    assert.ok(mail?.secret_ref, 'a link was mailed');
    return deriveToken(service.keys, mail.secret_ref.seed);
  };
  const choose = (token: string) =>
    service.call('POST /api/auth/reset-password', { body: { token, new_password: CHOSEN } });
  return { admin, person, act, mailed, choose };
}

test('after a reset by an administrator the old password no longer works, and the link sets a new one', async (t) => {
  const service = await startTestService(t);
  const { person, act, mailed, choose } = await fixture(service);
  const before = await service.tokenOf(person.email);
  assert.equal((await act('reset-password')).status, 200);
  assert.deepEqual(await service.audit.actions(), ['user.password.reset']);
  const token = await mailed();
  assert.equal((await service.call('GET /api/auth/me', { token: before })).status, 401);
  const old = await service.signIn(person.email);
  assert.deepEqual([old.status, old.body.code], [401, 'login.wrong']);
  assert.deepEqual(await service.audit.actions(), ['login.fail']);
  assert.equal((await choose(token)).status, 200);
  assert.equal((await service.signIn(person.email)).status, 401);
  assert.equal((await service.signIn(person.email, CHOSEN)).status, 200);
});

test('a session opened after the reset cannot use the old password, and does not affect the link', async (t) => {
  const service = await startTestService(t);
  const { person, act, mailed, choose } = await fixture(service);
  await act('reset-password');
  const token = await mailed();
  // As if signed in by a linked identity.
  const thief = await sessionOf(service, person.id);
  for (const [route, body] of [
    ['change-password', { current_password: PASSWORD, new_password: 'lozinka koju je izabrao lopov' }],
    ['reauthenticate', { password: PASSWORD }],
  ] as const) {
    const refused = await service.call(`POST /api/auth/${route}`, { token: thief, body });
    assert.deepEqual([refused.status, refused.body.code], [403, 'password.wrong'], route);
  }
  assert.equal((await choose(token)).status, 200);
});

test('changes to one’s own account end one’s own reset link, not the one that an administrator sent', async (t) => {
  const service = await startTestService(t);
  const { person, mailed, choose } = await fixture(service);
  const forgot = () => service.call('POST /api/auth/forgot-password', { body: { email: person.email } });
  const change = async (current_password: string, new_password: string) => {
    const { body } = await service.signIn(person.email, current_password);
    const call = { token: body.access_token, body: { current_password, new_password } };
    assert.equal((await service.call('POST /api/auth/change-password', call)).status, 200);
  };
  await forgot();
  const own = await mailed();
  await change(PASSWORD, 'prva nova lozinka');
  assert.equal((await choose(own)).status, 400);
  await forgot();
  const asked = await mailed();
  // The link stays valid while the account has a password, for example from a restored backup.
  await service.database.transaction((tx) =>
    tx.updateTable('action_tokens').set({ created_by: 1 }).where('used_at', 'is', null).execute(),
  );
  await change('prva nova lozinka', 'druga nova lozinka');
  assert.equal((await choose(asked)).status, 200);
});

test('a reset link ends by a newer link, by its use, and by an administrator', async (t) => {
  const service = await startTestService(t);
  const { person, admin, act, mailed, choose } = await fixture(service);
  await act('invite');
  const invitation = await mailed();
  await act('reset-password');
  const first = await mailed();
  const accept = { body: { token: invitation, new_password: CHOSEN } };
  assert.equal((await service.call('POST /api/auth/setup-password', accept)).status, 400, 'an invitation before it');
  await act('reset-password');
  const second = await mailed();
  await service.call('POST /api/auth/forgot-password', { body: { email: person.email } });
  const third = await mailed();
  assert.deepEqual([(await choose(first)).status, (await choose(second)).status], [400, 400]);
  await act('invite');
  assert.equal((await choose(third)).status, 400);
  assert.equal((await service.call(`DELETE /api/admin/users/${person.id}`, { token: admin })).status, 204);
});

test('a reset leaves the account as it was: it can be suspended, reactivated and exported', async (t) => {
  const service = await startTestService(t);
  const { person, act, admin } = await fixture(service);
  await act('reset-password');
  const { text } = await service.call(`GET /api/admin/gdpr/users/${person.id}/export`, { token: admin });
  assert.match(text, /"has_password":\s*false/);
  assert.equal((await act('suspend')).status, 200);
  const again = await act('unsuspend');
  assert.deepEqual([again.status, again.body.status], [200, 'active']);
  assert.equal((await service.signIn(person.email)).status, 401);
});

test('a sign-in in progress during a reset opens no session', async (t) => {
  const service = await startTestService(t, {}, { bcryptCost: 10 });
  const { person, act } = await fixture(service);
  const [answers, reset] = await Promise.all([
    Promise.all([1, 2, 3].map(() => service.signIn(person.email))),
    act('reset-password'),
  ]);
  assert.equal(reset.status, 200);
  for (const { status, body } of answers) {
    if (status === 200)
      assert.equal((await service.call('GET /api/auth/me', { token: body.access_token })).status, 401);
  }
});

/** Signs in by a temporary password, which is then removed. */
async function sessionOf({ database, passwords, ...service }: TestService, id: number): Promise<string> {
  const setHash = (password_hash: string | null) =>
    database.transaction((tx) => tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute());
  const { password_hash: now, email } = await database.read
    .selectFrom('users')
    .select(['password_hash', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await setHash(await passwords.hash('jednokratna lozinka'));
  const { body } = await service.signIn(email, 'jednokratna lozinka');
  await setHash(now);
  return body.access_token;
}
