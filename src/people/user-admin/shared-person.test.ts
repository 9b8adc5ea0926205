// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMembershipFor } from '../../../test/support/add-membership.ts';
import { assertMembershipsAgree } from '../../../test/support/memberships-agree.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';

const COACH = 'trener@example.hr';

/** A coach of two clubs, each with an administrator of its own. */
async function start(t: TestContext) {
  const service = await startTestService(t);
  const [neretva, cetina] = [await service.addTenant('Klub Neretva'), await service.addTenant('Klub Cetina')];
  await service.addPerson({ email: 'sanja.super@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'admin-n@example.hr', role: 'admin', tenantId: neretva.id });
  await service.addPerson({ email: 'admin-c@example.hr', role: 'admin', tenantId: cetina.id });
  const coach = await service.addPerson({ email: COACH, tenantId: neretva.id });
  const second = await addMembershipFor(service, { userId: coach.id, tenantId: cetina.id, role: 'manager' });
  const tokens = {
    boss: await service.tokenOf('sanja.super@example.hr'),
    n: await service.tokenOf('admin-n@example.hr'),
    c: await service.tokenOf('admin-c@example.hr'),
  };
  const own = (await service.signIn(COACH)).body;
  const there = (
    await service.call('POST /api/auth/refresh', {
      body: { refresh_token: (await service.signIn(COACH)).body.refresh_token, tenant_id: cetina.id },
    })
  ).body;
  assert.equal(there.user.tenant_id, cetina.id);
  await service.audit.forget();
  const path = `/api/admin/users/${coach.id}`;
  const me = (pair: { access_token: string }) => service.call('GET /api/auth/me', { token: pair.access_token });
  return { service, neretva, cetina, coach, second, tokens, own, there, path, me };
}

test('each club sees the person as what they are there, and neither learns of the other', async (t) => {
  const { service, tokens, path, cetina, neretva } = await start(t);
  const inN = await service.call(`GET ${path}`, { token: tokens.n });
  const inC = await service.call(`GET ${path}`, { token: tokens.c });
  assert.deepEqual([inN.body.tenant_id, inN.body.role], [neretva.id, 'member']);
  assert.deepEqual([inC.body.tenant_id, inC.body.role], [cetina.id, 'manager']);
  assert.deepEqual(inN.body.actions, ['set_role', 'suspend', 'delete']);
  assert.deepEqual(inC.body.actions, ['set_role', 'suspend', 'delete']);
  const listed = await service.call(`GET ${path}/memberships`, { token: tokens.c });
  assert.deepEqual(
    listed.body.items.map((one: { tenant_id: number }) => one.tenant_id),
    [cetina.id],
  );
});

test('what belongs to the account is not for a club of several', async (t) => {
  const { service, coach, tokens, path } = await start(t);
  const acts: [string, object?][] = [
    [`PATCH ${path}`, { ime: 'Netko' }],
    [`POST ${path}/reset-password`],
    [`POST ${path}/invite`],
    [`POST ${path}/unlock`],
    [`DELETE ${path}/2fa`],
    [`DELETE ${path}/passkeys`],
    [`DELETE ${path}/sessions`],
    [`GET ${path}/sessions`],
    [`GET ${path}/passkeys`],
    [`GET /api/admin/gdpr/users/${coach.id}/export`],
  ];
  for (const token of [tokens.n, tokens.c])
    for (const [target, body] of acts) {
      const refused = await service.call(target, { token, ...(body === undefined ? {} : { body }) });
      assert.deepEqual([refused.status, refused.body.code], [403, 'users.shared'], target);
    }
  assert.deepEqual(
    (await service.audit.take()).filter(({ action }) => action !== 'user.read'),
    [],
  );
  const byBoss = await service.call(`PATCH ${path}`, { token: tokens.boss, body: { ime: 'Iva' } });
  assert.equal(byBoss.status, 200, byBoss.text);
});

test('suspending is of the membership: gone there at the next request, untouched elsewhere', async (t) => {
  const { service, coach, second, tokens, path, own, there, me } = await start(t);
  const { status, body, text } = await service.call(`POST ${path}/suspend`, {
    token: tokens.c,
    body: { reason: 'dug' },
  });
  assert.equal(status, 200, text);
  assert.equal(body.status, 'suspended');
  const [record, ...others] = await service.audit.take();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [record?.action, record?.user_id, record?.meta],
    ['membership.suspend', coach.id, { membership_id: second.id, reason: 'dug', sessions_ended: 1 }],
  );
  assert.equal((await me(there)).body.code, 'auth.revoked');
  assert.equal((await me(own)).status, 200);
  assert.equal((await service.call(`GET ${path}`, { token: tokens.n })).body.status, 'active');
  await service.audit.forget();
  const back = await service.call(`POST ${path}/unsuspend`, { token: tokens.c });
  assert.equal(back.status, 200, back.text);
  assert.deepEqual(await service.audit.actions(), ['membership.update']);
  assert.equal((await me(there)).status, 401, 'a sign-in that ended stays so');
});

test('deleting ends the membership; the account moves on, and the last club has all of it', async (t) => {
  const { service, neretva, cetina, tokens, path, own, there, me } = await start(t);
  const gone = await service.call(`DELETE ${path}`, { token: tokens.n });
  assert.equal(gone.status, 204, gone.text);
  assert.deepEqual(await service.audit.actions(), ['membership.end']);
  assert.equal((await me(own)).status, 401);
  assert.equal((await me(there)).status, 200);
  assert.equal((await service.call(`GET ${path}`, { token: tokens.n })).status, 404);
  await assertMembershipsAgree(service.database.read);
  const whole = await service.call(`PATCH ${path}`, { token: tokens.c, body: { ime: 'Iva' } });
  assert.equal(whole.status, 200, whole.text);
  const again = await service.call(`POST ${path}/memberships`, {
    token: tokens.boss,
    body: { tenant_id: neretva.id, role: 'member', number: '17' },
  });
  assert.equal(again.status, 201, again.text);
  assert.equal((await service.call(`PATCH ${path}`, { token: tokens.c, body: { ime: 'Eva' } })).status, 403);
  assert.equal((await service.signIn(COACH)).body.user.tenant_id, cetina.id, 'never in the newest');
});

test('a membership is added, changed and ended by who reaches it, and no one grants more than they have', async (t) => {
  const { service, neretva, cetina, coach, second, tokens, path } = await start(t);
  const on = `${path}/memberships/${second.id}`;
  const changed = await service.call(`PATCH ${on}`, {
    token: tokens.c,
    body: { number: 'C-12', since: '2026-01-01', until: '2026-12-31' },
  });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual([changed.body.number, changed.body.until], ['C-12', '2026-12-31']);
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => [action, Object.keys(meta.changed as object)]),
    [['membership.update', ['number', 'since', 'until']]],
  );
  const wrong: [string, string, object, number, string][] = [
    [tokens.n, `PATCH ${on}`, { number: '1' }, 404, 'memberships.not_found'],
    [tokens.c, `PATCH ${on}`, { role: 'admin' }, 403, 'users.tier'],
    [tokens.c, `PATCH ${on}`, { reach: 'below' }, 403, 'users.tier'],
    [tokens.c, `POST ${path}/memberships`, { tenant_id: neretva.id, role: 'member' }, 404, 'tenants.not_found'],
    [tokens.c, `POST ${path}/memberships`, { tenant_id: cetina.id, role: 'member' }, 409, 'memberships.exists'],
    [tokens.c, `POST ${path}/memberships`, { tenant_id: cetina.id, role: 'admin' }, 403, 'users.tier'],
  ];
  for (const [token, target, body, status, code] of wrong) {
    const refused = await service.call(target, { token, body });
    assert.deepEqual([refused.status, refused.body.code], [status, code], `${target} ${JSON.stringify(body)}`);
  }
  assert.equal((await service.call(`PATCH ${on}`, { token: tokens.c, body: { until: '2025-12-31' } })).status, 422);
  const other = await service.addPerson({ tenantId: cetina.id });
  const [theirs] = (await service.call(`GET /api/admin/users/${other.id}/memberships`, { token: tokens.c })).body.items;
  const taken = await service.call(`PATCH /api/admin/users/${other.id}/memberships/${theirs.id}`, {
    token: tokens.c,
    body: { number: 'C-12' },
  });
  assert.equal(taken.body.code, 'memberships.number_taken');
  await service.audit.forget();
  assert.equal((await service.call(`DELETE ${on}`, { token: tokens.c })).status, 204);
  assert.equal((await service.call(`DELETE ${on}`, { token: tokens.c })).status, 404);
  assert.deepEqual(await service.audit.actions(), ['membership.end']);
  const reused = await service.call(`PATCH /api/admin/users/${other.id}/memberships/${theirs.id}`, {
    token: tokens.c,
    body: { number: 'C-12' },
  });
  assert.equal(reused.body.code, 'memberships.number_taken', 'a number is never given again');
  assert.equal((await service.call(`GET ${path}`, { token: tokens.n })).body.id, coach.id);
});

test('a person leaves a club, but not the last one', async (t) => {
  const { service, second, there, own, me } = await start(t);
  const leave = (id: number, token: string) => service.call(`DELETE /api/users/me/memberships/${id}`, { token });
  const both = own.user.memberships.map(({ id }: { id: number }) => id);
  assert.equal((await leave(second.id, there.access_token)).status, 204);
  assert.deepEqual(await service.audit.actions(), ['membership.end']);
  assert.equal((await me(there)).status, 401);
  assert.equal((await leave(second.id, own.access_token)).body.code, 'memberships.not_found');
  assert.equal((await leave(1, own.access_token)).body.code, 'memberships.not_found');
  const last = await leave(both[0], own.access_token);
  assert.deepEqual([last.status, last.body.code], [409, 'memberships.last']);
});

test('the last superadmin is also the last where the role is one of several memberships', async (t) => {
  const { service, cetina, tokens } = await start(t);
  const [boss] = await service.database.read.selectFrom('users').selectAll().where('role', '=', 'superadmin').execute();
  await addMembershipFor(service, { userId: boss?.id ?? 0, tenantId: cetina.id, role: 'member' });
  const { body } = await service.call('GET /api/auth/me', { token: tokens.boss });
  const [first] = body.memberships;
  const left = await service.call(`DELETE /api/users/me/memberships/${first.id}`, { token: tokens.boss });
  assert.deepEqual([left.status, left.body.code], [409, 'users.last_superadmin']);
});

test('a membership ends with its last day in Zagreb, once, also after a week asleep', async (t) => {
  const { service, second, there, own, me, tokens, path } = await start(t);
  const on = `${path}/memberships/${second.id}`;
  assert.equal((await service.call(`PATCH ${on}`, { token: tokens.c, body: { until: '2026-03-05' } })).status, 200);
  await service.audit.forget();
  service.clock.advance(Date.parse('2026-03-05T22:59:59.999Z') - service.clock.now());
  assert.equal(await service.endDueMemberships(), 0);
  service.clock.advance(days(7));
  const ended = await Promise.all([service.endDueMemberships(), service.endDueMemberships()]);
  assert.equal(ended[0] + ended[1], 1);
  assert.equal(await service.endDueMemberships(), 0);
  const records = await service.audit.take();
  assert.deepEqual(
    records.map(({ action, meta }) => [action, meta.by]),
    [['membership.end', 'until']],
  );
  assert.equal(records[0]?.actor_id ?? null, null);
  assert.equal((await me(there)).status, 401);
  assert.equal((await service.signIn(COACH)).body.user.tenant_id, own.user.tenant_id);
  assert.ok(parseInstant('2026-03-05T23:00:00.000Z'));
});
