// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash } from 'bcrypt';
import { startGoogleIssuer } from '../../../test/support/google-issuer.ts';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { PASSKEY_ORIGIN } from '../../../test/support/passkey-fixture.ts';
import { softwareAuthenticator } from '../../../test/support/software-authenticator.ts';

const GIVEN = 'lozinka iz datoteke';
const ROUNDS = 10;

test('no way in that is added under an imported password while it is replaced outlives it', async (t) => {
  const google = await startGoogleIssuer(t);
  const fixture = await openImportFixture(t, { ...google.env, SVC_PUBLIC_URL: PASSKEY_ORIGIN });
  const { service, superadmin } = fixture;
  const known = await hash(GIVEN, 4);
  const people = Array.from({ length: ROUNDS }, (_, index) => `osoba-${index}@example.hr,Ana,${known}\n`);
  const done = await fixture.run(`email,ime,password_hash\n${people.join('')}`);
  for (const { user_id: id } of await fixture.rows(done.id)) {
    const { email } = (await service.call(`GET /api/admin/users/${id}`, { token: superadmin })).body;
    const { access_token: token } = (await service.signIn(email, GIVEN)).body;
    const key = softwareAuthenticator(PASSKEY_ORIGIN);
    const { challenge_id, options } = (await service.call('POST /api/users/me/passkeys/options', { token })).body;
    const adding = { challenge_id, passkey: key.create(options) };
    const credential = await google.token(service.clock, { sub: `google-${id}` });
    const [raised, ...added] = await Promise.all([
      service.call(`PUT /api/admin/users/${id}/role`, { token: superadmin, body: { role: 'admin' } }),
      service.call('POST /api/users/me/passkeys', { token, body: adding }),
      service.call('POST /api/users/me/google', { token, body: { credential } }),
    ]);
    assert.equal(raised.status, 200, raised.text);
    for (const { status, text } of added) assert.ok([200, 201, 401].includes(status), text);
    const left = await Promise.all(
      (['passkeys', 'identity_links'] as const).map((table) =>
        service.database.read.selectFrom(table).select('user_id').where('user_id', '=', id).execute(),
      ),
    );
    assert.deepEqual(left, [[], []], added.map(({ status }) => status).join(' '));
  }
});
