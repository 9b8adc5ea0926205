// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMembershipFor } from '../../../test/support/add-membership.ts';
import { assertMembershipsAgree } from '../../../test/support/memberships-agree.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { days, minutes, seconds } from '../../platform/kernel/durations.ts';

const EMAIL = 'ana@example.hr';

/** Ana is a member of the federation and a manager of a club. */
async function start(t: TestContext, env: Record<string, string> = {}) {
  const service = await startTestService(t, env);
  const ana = await service.addPerson({ email: EMAIL });
  const club = await service.addTenant('Klub Neretva');
  const inClub = await addMembershipFor(service, { userId: ana.id, tenantId: club.id, role: 'manager' });
  const enter = async () => (await service.signIn(EMAIL)).body;
  const refresh = (refresh_token: string, tenant_id?: number) =>
    service.call('POST /api/auth/refresh', {
      body: { refresh_token, ...(tenant_id === undefined ? {} : { tenant_id }) },
    });
  const me = (token: string) => service.call('GET /api/auth/me', { token });
  const setState = (state: 'active' | 'suspended' | 'ended', at = new Date(service.clock.now()).toISOString()) =>
    service.database.transaction((tx) =>
      tx
        .updateTable('memberships')
        .set({ state, ended_at: state === 'ended' ? (at as never) : null })
        .where('id', '=', inClub.id)
        .execute(),
    );
  return { service, ana, club, inClub, enter, refresh, me, setState };
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

test('a sign-in goes over to another membership: same sign-in, new pair, old pair dead, on record', async (t) => {
  const { service, ana, club, inClub, enter, refresh, me } = await start(t);
  const first = await enter();
  assert.deepEqual([first.user.tenant_id, first.user.role], [1, 'member']);
  assert.deepEqual(
    first.user.memberships.map((one: Record<string, unknown>) => [one.tenant_name, one.role, one.acting]),
    [
      ['Savez', 'member', true],
      ['Klub Neretva', 'manager', false],
    ],
  );
  await service.audit.forget();
  const { status, body, text } = await refresh(first.refresh_token, club.id);
  assert.equal(status, 200, text);
  assert.deepEqual([body.user.tenant_id, body.user.tenant_name, body.user.role], [club.id, 'Klub Neretva', 'manager']);
  const claims = claimsOf(body.access_token);
  assert.deepEqual(
    [claims.sid, claims.tenant_id, claims.role, claims.tier, claims.mid],
    [claimsOf(first.access_token).sid, club.id, 'manager', 2, inClub.id],
  );
  assert.deepEqual(await service.audit.take(), [
    {
      action: 'session.switch',
      user_id: ana.id,
      actor_id: ana.id,
      meta: { sid: claims.sid, jti: claims.jti },
    },
  ]);
  assert.equal((await me(first.access_token)).body.code, 'auth.revoked');
  assert.deepEqual((await me(body.access_token)).body, body.user);
  // The lost answer of the switch is sent again, byte for byte.
  const again = await refresh(first.refresh_token, club.id);
  assert.equal(again.body.access_token, body.access_token);
  service.clock.advance(minutes(1));
  const next = await refresh(body.refresh_token);
  assert.equal(next.body.user.tenant_id, club.id);
  assert.equal((await enter()).user.tenant_id, club.id, 'the next sign-in acts where the last one did');
  await assertMembershipsAgree(service.database.read);
});

test('old tokens stay dead when the sign-in comes back', async (t) => {
  const { club, enter, refresh, me } = await start(t);
  const first = await enter();
  const there = (await refresh(first.refresh_token, club.id)).body;
  const back = (await refresh(there.refresh_token, 1)).body;
  assert.equal(back.user.tenant_id, 1);
  assert.equal((await me(first.access_token)).status, 401);
  assert.equal((await me(there.access_token)).status, 401);
  assert.equal((await me(back.access_token)).status, 200);
});

test('a spent token does not switch, and used again later it ends the sign-in', async (t) => {
  const { service, club, enter, refresh, me } = await start(t);
  const first = await enter();
  const next = (await refresh(first.refresh_token)).body;
  assert.equal((await refresh(first.refresh_token, club.id)).body.code, 'session.renewed');
  service.clock.advance(seconds(11));
  assert.equal((await refresh(first.refresh_token, club.id)).body.code, 'refresh.reused');
  assert.equal((await me(next.access_token)).body.code, 'auth.revoked');
});

test('nobody goes where they have no active membership', async (t) => {
  const { service, club, enter, refresh, setState } = await start(t);
  const elsewhere = await service.addTenant('Klub Cetina');
  const { refresh_token } = await enter();
  await service.audit.forget();
  for (const tenant of [elsewhere.id, 9999]) {
    const refused = await refresh(refresh_token, tenant);
    assert.deepEqual([refused.status, refused.body.code], [403, 'memberships.none']);
  }
  for (const state of ['suspended', 'ended'] as const) {
    await setState(state);
    assert.equal((await refresh(refresh_token, club.id)).body.code, 'memberships.none');
  }
  assert.deepEqual(await service.audit.take(), []);
  assert.equal((await refresh(refresh_token, 1)).status, 200, 'it is still good where it acts');
});

test('a role that needs a second factor is not had with a password alone', async (t) => {
  const { service, club, enter, refresh } = await start(t, { SVC_2FA_REQUIRED_TIER: '2' });
  const { refresh_token } = await enter();
  await service.audit.forget();
  const refused = await refresh(refresh_token, club.id);
  assert.deepEqual([refused.status, refused.body.code], [403, 'session.factor_required']);
  assert.deepEqual(await service.audit.take(), []);
  assert.equal((await refresh(refresh_token)).body.user.tenant_id, 1);
});

for (const state of ['suspended', 'ended'] as const)
  test(`a membership that is ${state} is gone at the next request, and others are untouched`, async (t) => {
    const { service, club, enter, refresh, me, setState } = await start(t);
    const home = await enter();
    const other = await enter();
    const there = (await refresh(other.refresh_token, club.id)).body;
    await setState(state);
    assert.equal((await me(there.access_token)).body.code, 'auth.revoked');
    assert.equal((await refresh(there.refresh_token)).body.code, 'refresh.invalid');
    assert.equal((await refresh(there.refresh_token, 1)).body.code, 'refresh.invalid');
    assert.equal((await me(home.access_token)).status, 200);
    assert.equal((await refresh(home.refresh_token)).status, 200);
    service.clock.advance(seconds(1));
    assert.equal((await enter()).user.tenant_id, 1);
  });

test('whoever has only ended memberships comes in as a guest of the latest', async (t) => {
  const { service, ana, club, enter, me, refresh, setState } = await start(t);
  await service.database.transaction((tx) =>
    tx
      .updateTable('memberships')
      .set({ state: 'ended', ended_at: '2026-01-01T00:00:00.000Z' as never })
      .where('user_id', '=', ana.id)
      .where('tenant_id', '=', 1)
      .execute(),
  );
  const before = await enter();
  assert.equal(before.user.tenant_id, club.id);
  await setState('ended');
  assert.equal((await me(before.access_token)).status, 401);
  service.clock.advance(days(1));
  const { user, access_token, refresh_token } = await enter();
  assert.deepEqual([user.tenant_id, user.role, user.tier], [club.id, 'guest', 4]);
  assert.equal((await me(access_token)).body.role, 'guest');
  assert.equal((await refresh(refresh_token)).body.user.role, 'guest');
});

test('whoever has only a suspended membership does not come in', async (t) => {
  const { service, ana } = await start(t);
  await service.database.transaction((tx) =>
    tx.updateTable('memberships').set({ state: 'suspended' }).where('user_id', '=', ana.id).execute(),
  );
  const refused = await service.signIn(EMAIL);
  assert.deepEqual([refused.status, refused.body.code], [403, 'account.suspended']);
});
