// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdUserRow } from '../../src/accounts/users/accounts-store.ts';
import { changeMembership } from '../../src/accounts/users/memberships-store.ts';
import { nowOf } from '../../src/platform/kernel/clock.ts';
import { addMembershipFor } from '../support/add-membership.ts';
import { startRace } from '../support/raced-calls.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const rounds = roundsOr(150);
/** Fewer calls of each than its limit. */
const CALLS_OF_EACH = 100;

/** Tokens that take turns. */
async function superadmins(service: TestService, calls: number): Promise<() => string> {
  const tokens: string[] = [];
  for (let made = 0; made * CALLS_OF_EACH < calls; made++) {
    await service.addPerson({ email: `glavna${made}@example.hr`, role: 'superadmin' });
    tokens.push(await service.tokenOf(`glavna${made}@example.hr`));
  }
  let taken = 0;
  return () => tokens[taken++ % tokens.length] ?? '';
}

const moving = (service: TestService, token: () => string) => async (id: number, parent_id: number | null) => {
  const { status, body } = await service.call(`PATCH /api/admin/tenants/${id}`, {
    token: token(),
    body: { parent_id },
  });
  return `${status} ${body.code ?? ''}`.trim();
};

test('two moves at once never make a circle: exactly one of them is done', { timeout: timeFor(180_000) }, async (t) => {
  const service = await startTestService(t, { SVC_REAUTH_MIN: '1440', SVC_ACCESS_TTL_MIN: '1440' });
  const token = await superadmins(service, 2 * rounds);
  const run = await startRace(t, service); // two processes
  const [one, other] = [(await service.addTenant('Savez sjever')).id, (await service.addTenant('Savez jug')).id];
  const move = (id: number, parent_id: number) => {
    const target = `PATCH /api/admin/tenants/${id}`;
    return { name: 'move', target, token: token(), body: { parent_id } };
  };
  const toTheTop = () =>
    service.database.transaction((tx) => tx.updateTable('tenants').set({ parent_id: null }).execute());
  for (let round = 0; round < rounds; round++) {
    const outcomes = await run([move(one, other), move(other, one)]);
    assert.deepEqual(outcomes, ['move 200', 'move 409 tenants.cycle'], `round ${round}`);
    const steps = await service.database.read.selectFrom('tenant_ancestors').selectAll().execute();
    assert.equal(steps.filter(({ steps: up }) => up > 0).length, 1);
    await toTheTop();
  }
});

test('whoever joins, is suspended or comes back while their tenant moves is listed where it is then', {
  timeout: timeFor(180_000),
}, async (t) => {
  const service = await startTestService(t);
  const { database } = service;
  const move = moving(service, await superadmins(service, rounds));
  const [north, south] = [(await service.addTenant('Savez sjever')).id, (await service.addTenant('Savez jug')).id];
  const club = (await service.addTenant('Klub Neretva')).id;
  const member = await service.addPerson({ tenantId: club, passwordHash: null });
  const own = await database.read
    .selectFrom('memberships')
    .selectAll()
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow();
  const toggle = (state: 'active' | 'suspended') =>
    database.transaction(async (tx) => {
      await holdUserRow(tx, member.id);
      await changeMembership(tx, own.id, { state }, nowOf(service.clock));
    });
  for (let round = 0; round < rounds; round++) {
    const joining = await service.addPerson({ tenantId: 1, passwordHash: null });
    const [to, state] = round % 2 === 0 ? ([north, 'suspended'] as const) : ([south, 'active'] as const);
    const [moved] = await Promise.all([
      move(club, to),
      toggle(state),
      addMembershipFor(service, { userId: joining.id, tenantId: club, role: 'member' }),
    ]);
    assert.equal(moved, '200');
    const rows = await database.read
      .selectFrom('tenant_people')
      .select(['tenant_id', 'status'])
      .where('user_id', 'in', [member.id, joining.id])
      .where('member_of', '=', club)
      .orderBy('tenant_id')
      .orderBy('user_id')
      .execute();
    const shown = rows.map(({ tenant_id, status }) => `${tenant_id} ${status}`);
    const expected = [to, club].sort((a, b) => a - b).flatMap((id) => [`${id} ${state}`, `${id} active`]);
    assert.deepEqual(shown, expected, `round ${round}`);
  }
});
