// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { passkeyFixture } from '../../../test/support/passkey-fixture.ts';

async function start(t: TestContext) {
  const fixture = await passkeyFixture(t, { SVC_2FA_REQUIRED_TIER: '' });
  const { service } = fixture;
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const old = await fixture.holder({}, { email: 'stari@example.hr' });
  const own = await fixture.holder({}, { email: 'novi@example.hr' });
  const token = await service.tokenOf('glavna@example.hr');
  const act = async (name: 'merge' | 'unmerge', body?: object) => {
    const target = `POST /api/admin/users/${old.user.id}/${name}`;
    const answer = await service.call(target, { token, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, answer.text);
    await service.audit.forget();
    return answer;
  };
  /** Whose account a passkey opens. */
  const opened = async (key: typeof old.key) => {
    const { status, body } = await fixture.signIn(key);
    return status === 200 ? body.user.id : body.code;
  };
  return { ...fixture, old, own, act, opened };
}

for (const stays of ['old', 'own'] as const)
  test(`a passkey of either account opens the merged one, where the ${stays} way in stays, and its own again afterwards`, async (t) => {
    const { service, old, own, act, opened } = await start(t);
    const wayIn = stays === 'old' ? old : own;
    const merged = await act('merge', { into: own.user.id, way_in: wayIn.user.id });
    assert.deepEqual(
      merged.body.moves.find(({ what }: { what: string }) => what === 'passkeys'),
      { what: 'passkeys', count: 1 },
    );
    assert.equal(await opened(old.key), own.user.id, 'with the handle of the account that went');
    const [entry] = await service.audit.take();
    assert.deepEqual([entry?.action, entry?.user_id], ['login.ok', own.user.id]);
    assert.equal(await opened(own.key), own.user.id);
    const listed = await service.call('GET /api/users/me/passkeys', { token: await service.tokenOf(wayIn.user.email) });
    assert.equal(listed.body.items.length, 2, listed.text);

    await act('unmerge');
    assert.equal(await opened(old.key), old.user.id);
    assert.equal(await opened(own.key), own.user.id);
  });
