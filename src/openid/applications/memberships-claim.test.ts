// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from 'openid-client';
import { addMembershipFor } from '../../../test/support/add-membership.ts';
import { type AppFixture, enter, openAppFixture, registerApp } from '../../../test/support/relying-party.ts';
import { registerService, serviceToken } from '../../../test/support/service-fixture.ts';

const more = { scope: 'openid membership' };

/** Ana is a member of the federation, manages a club of it, and a club that is none of its. */
async function start(fixture: AppFixture) {
  const { service, boss, memberId: userId } = fixture;
  const body = { name: 'Klub Neretva', parent_id: 1 };
  const below = (await service.call('POST /api/admin/tenants', { token: boss, body })).body;
  const beside = await service.addTenant('Klub Cetina');
  const inBelow = await addMembershipFor(service, { userId, tenantId: below.id, role: 'manager' });
  await addMembershipFor(service, { userId, tenantId: beside.id, role: 'guest' });
  await service.audit.forget();
  return { below, beside, inBelow };
}

const claim = (tenant_id: number, tenant: string, role: string, tier: number) => ({ tenant_id, tenant, role, tier });

test('an application of a tenant reads the memberships there and below; one of every tenant, all', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, memberId } = fixture;
  const { below, beside, inBelow } = await start(fixture);
  const here = claim(1, 'Savez', 'member', 3);
  const under = claim(below.id, 'Klub Neretva', 'manager', 2);
  const elsewhere = claim(beside.id, 'Klub Cetina', 'guest', 4);
  const readAt = async (tenant_id: number | null, scope = more) => {
    const app = await registerApp(fixture, { tenant_id, scopes: ['membership', 'profile'] });
    const { config, tokens } = await enter(fixture, app, { more: scope });
    return () => client.fetchUserInfo(config, tokens.access_token, String(memberId));
  };
  const [own, every] = [await readAt(1), await readAt(null)];
  assert.deepEqual((await own()).memberships, [here, under]);
  assert.deepEqual((await every()).memberships, [here, under, elsewhere]);
  assert.equal((await (await readAt(1, { scope: 'openid profile' }))()).memberships, undefined);
  // Another sign-in acts elsewhere, and this one where it did.
  const { refresh_token } = (await service.signIn('ana@example.hr')).body;
  const switched = await service.call('POST /api/auth/refresh', { body: { refresh_token, tenant_id: below.id } });
  assert.equal(switched.status, 200, switched.text);
  const { tenant_id, role, tier } = await own();
  assert.deepEqual([tenant_id, role, tier], [1, 'member', 3]);
  // Suspended there: no longer told.
  await service.database.transaction((tx) =>
    tx.updateTable('memberships').set({ state: 'suspended' }).where('id', '=', inBelow.id).execute(),
  );
  assert.deepEqual((await own()).memberships, [here]);
});

test('introspection tells the membership in which the sign-in acts', async (t) => {
  const fixture = await openAppFixture(t);
  const { service } = fixture;
  const { below, inBelow } = await start(fixture);
  const { refresh_token } = (await service.signIn('ana@example.hr')).body;
  const switched = await service.call('POST /api/auth/refresh', { body: { refresh_token, tenant_id: below.id } });
  const asking = await serviceToken(service, await registerService(fixture, ['introspect'], { tenant_id: below.id }));
  const ask = (token: string) => service.call('POST /api/introspect', { token: asking, body: { token } });
  const { active, mid, tenant_id, role } = (await ask(switched.body.access_token)).body;
  assert.deepEqual([active, mid, tenant_id, role], [true, inBelow.id, below.id, 'manager']);
  assert.deepEqual((await ask(fixture.member)).body, { active: false }, 'it acts in another tenant');
});
