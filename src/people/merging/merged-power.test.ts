// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { hash } from 'bcrypt';
import { startGoogleIssuer } from '../../../test/support/google-issuer.ts';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { PASSKEY_ORIGIN } from '../../../test/support/passkey-fixture.ts';
import { softwareAuthenticator } from '../../../test/support/software-authenticator.ts';
import { PASSWORD } from '../../../test/support/test-service.ts';
import type { Role } from '../../platform/kernel/role.ts';

const KNOWN = 'lozinka iz datoteke';
const MEMBER = 'clan@example.hr';
const OTHER = 'drugi@example.hr';

/**
 * A member whose password came with a file, so that whoever made the file knows it, and who added a passkey and Google under it; and another
 * account of the same person, which has a role.
 */
async function start(t: TestContext, role: Role) {
  const google = await startGoogleIssuer(t);
  const fixture = await openImportFixture(t, { ...google.env, SVC_PUBLIC_URL: PASSKEY_ORIGIN });
  const { service, superadmin } = fixture;
  await fixture.run(`email,ime,prezime,password_hash\n${MEMBER},Mara,Čović,${await hash(KNOWN, 4)}\n`);
  const { access_token: own, user: member } = (await service.signIn(MEMBER, KNOWN)).body;
  const key = softwareAuthenticator(PASSKEY_ORIGIN);
  const { challenge_id, options } = (await service.call('POST /api/users/me/passkeys/options', { token: own })).body;
  const added = { challenge_id, passkey: key.create(options) };
  assert.equal((await service.call('POST /api/users/me/passkeys', { token: own, body: added })).status, 201);
  const byGoogle = async () => ({
    credential: await google.token(service.clock, { sub: '7', email: 'mara@gmail.com' }),
  });
  const linked = await service.call('POST /api/users/me/google', { token: own, body: await byGoogle() });
  assert.ok(linked.status < 300, linked.text);
  const other = await service.addPerson({ email: OTHER, ime: 'Mara', prezime: 'Čović', role });
  /** Returns what was recorded. */
  const merge = async (wayIn: 'member' | 'other') => {
    const body = { into: member.id, way_in: wayIn === 'member' ? member.id : other.id };
    const merged = await service.call(`POST /api/admin/users/${other.id}/merge`, { token: superadmin, body });
    assert.equal(merged.status, 200, merged.text);
    return (await service.audit.take()).map(({ action }) => action);
  };
  const signIn = (body: object) => service.call('POST /api/auth/login', { body });
  /** What becomes of each way into the member's account. */
  const tried = async () => {
    const asked = (await service.call('GET /api/auth/passkey')).body;
    return {
      password: (await signIn({ email: MEMBER, password: KNOWN })).status,
      passkey: (await signIn({ challenge_id: asked.challenge_id, passkey: key.get(asked.options) })).status,
      google: (await service.call('POST /api/auth/google', { body: await byGoogle() })).status,
      session: (await service.call('GET /api/auth/me', { token: own })).status,
      other: (await signIn({ email: OTHER, password: PASSWORD })).status,
    };
  };
  await service.audit.forget();
  return { merge, tried };
}

for (const role of ['admin', 'manager'] as const)
  test(`a member who becomes ${role} by a merge is closed to whoever knows the imported password`, async (t) => {
    const { merge, tried } = await start(t, role);
    assert.deepEqual(await merge('member'), ['user.password.reset', 'passkey.remove', 'google.unlink', 'user.merge']);
    assert.deepEqual(await tried(), { password: 401, passkey: 401, google: 401, session: 401, other: 401 });
  });

test('where the way in of the other account stays, nothing that was added under the imported password opens it', async (t) => {
  const { merge, tried } = await start(t, 'admin');
  assert.deepEqual(await merge('other'), ['passkey.remove', 'user.merge']);
  assert.deepEqual(await tried(), { password: 401, passkey: 401, google: 401, session: 401, other: 200 });
});

test('whoever gets no power by a merge keeps what opens the account', async (t) => {
  const { merge, tried } = await start(t, 'member');
  assert.deepEqual(await merge('member'), ['user.merge']);
  assert.deepEqual(await tried(), { password: 200, passkey: 200, google: 200, session: 200, other: 401 });
});
