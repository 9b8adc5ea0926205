// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertMembershipsAgree } from '../../../test/support/memberships-agree.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { days } from '../../platform/kernel/durations.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';

const PLAYER = 'igrac@example.hr';

/** A federation with two clubs, an administrator of each, and a player of the first. */
async function start(t: TestContext) {
  const service = await startTestService(t, { SVC_ACCESS_TTL_MIN: '1440', SVC_2FA_REQUIRED_TIER: '' });
  const [galeb, orkan] = [await service.addTenant('Klub Galeb'), await service.addTenant('Klub Orkan')];
  await service.database.transaction((tx) =>
    tx.updateTable('tenants').set({ parent_id: 1 }).where('id', 'in', [galeb.id, orkan.id]).execute(),
  );
  await service.addPerson({ email: 'savez@example.hr', role: 'admin', tenantId: 1 });
  const savez = await service.tokenOf('savez@example.hr');
  await service.database.transaction((tx) =>
    tx.updateTable('memberships').set({ reach: 'below' }).where('tenant_id', '=', 1).execute(),
  );
  await service.addPerson({ email: 'galeb@example.hr', role: 'admin', tenantId: galeb.id });
  await service.addPerson({ email: 'orkan@example.hr', role: 'admin', tenantId: orkan.id });
  const player = await service.addPerson({ email: PLAYER, tenantId: galeb.id, emailVerified: true });
  const { id: mid } = await service.database.read
    .selectFrom('memberships')
    .select('id')
    .where('user_id', '=', player.id)
    .executeTakeFirstOrThrow();
  const tokens = {
    savez,
    galeb: await service.tokenOf('galeb@example.hr'),
    orkan: await service.tokenOf('orkan@example.hr'),
    player: await service.tokenOf(PLAYER),
  };
  const numbered = await service.call(`PATCH /api/admin/users/${player.id}/memberships/${mid}`, {
    token: tokens.galeb,
    body: { number: 'G-7' },
  });
  assert.equal(numbered.status, 200, numbered.text);
  const ask = (body: object = {}, token = tokens.orkan) =>
    service.call('POST /api/admin/transfers', { token, body: { club: 'Klub Galeb', email: PLAYER, ...body } });
  const act = (id: number, verb: 'release' | 'refuse' | 'withdraw', token = tokens.galeb) =>
    service.call(`POST /api/admin/transfers/${id}/${verb}`, { token });
  const answer = (id: number, verb: 'accept' | 'decline', token = tokens.player) =>
    service.call(`POST /api/users/me/transfers/${id}/${verb}`, { token });
  const list = async (token: string, query = '') => {
    const { status, body, text } = await service.call(`GET /api/admin/transfers${query}`, { token });
    assert.equal(status, 200, text);
    return body.items;
  };
  const own = async () => (await service.call('GET /api/users/me/transfers', { token: tokens.player })).body.items;
  let last = 0;
  /** What was recorded since: action, tenant, person, whether somebody is named as actor. */
  const log = async () => {
    const records = service.database.read.selectFrom('audit_records').orderBy('id').where('id', '>', last);
    const rows = await records.select(['id', 'action', 'tenant_id', 'user_id', 'actor_id']).execute();
    last = rows.at(-1)?.id ?? last;
    return rows.map(({ action, tenant_id, user_id, actor_id }) => [action, tenant_id, user_id, actor_id !== null]);
  };
  await log();
  await service.mails.take();
  return { service, galeb, orkan, player, tokens, ask, act, answer, list, own, log };
}

async function asked(world: Awaited<ReturnType<typeof start>>, body: object = {}): Promise<number> {
  const answer = await world.ask(body);
  assert.equal(answer.status, 201, answer.text);
  await world.service.findAskedMembers();
  return answer.body.id;
}

test('a member goes over: asked for, released, accepted, in both logs', async (t) => {
  const world = await start(t);
  const { service, galeb, orkan, player, tokens, act, answer, list, own, log } = world;
  const id = await asked(world);
  assert.deepEqual(await log(), [
    ['transfer.ask', orkan.id, null, true],
    ['transfer.ask', galeb.id, player.id, false],
  ]);
  const [mail, ...others] = await service.mails.take();
  assert.deepEqual(others, []);
  assert.deepEqual([mail?.kind, mail?.to_address], ['transfer-asked', 'galeb@example.hr']);
  const [seenByClub] = await list(tokens.galeb);
  assert.deepEqual(
    [seenByClub.person, seenByClub.to_tenant_name, seenByClub.actions],
    [{ id: player.id, full_name: player.full_name }, 'Klub Orkan', ['release', 'refuse']],
  );
  const [seenByAsker] = await list(tokens.orkan);
  assert.deepEqual(
    [seenByAsker.person, seenByAsker.from_tenant_id, seenByAsker.sought, seenByAsker.state, seenByAsker.actions],
    [null, null, PLAYER, 'asked', ['withdraw']],
  );
  assert.deepEqual(
    (await own()).map(({ state, actions }: { state: string; actions: string[] }) => [state, actions]),
    [['asked', []]],
  );
  assert.equal((await answer(id, 'accept')).body.code, 'transfers.not_found', 'not released yet');

  assert.equal((await act(id, 'release')).status, 204);
  assert.deepEqual(await log(), [
    ['transfer.release', galeb.id, player.id, true],
    ['transfer.release', orkan.id, null, false],
  ]);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address }) => [kind, to_address]),
    [['transfer-released', PLAYER]],
  );
  assert.equal((await act(id, 'refuse')).body.code, 'transfers.state');

  const [mine] = await own();
  assert.deepEqual(
    [mine.from_tenant_name, mine.to_tenant_name, mine.state, mine.actions],
    ['Klub Galeb', 'Klub Orkan', 'released', ['accept', 'decline']],
  );
  const accepted = await answer(id, 'accept');
  assert.equal(accepted.status, 204, accepted.text);
  assert.deepEqual(await log(), [
    ['transfer.accept', galeb.id, player.id, true],
    ['transfer.accept', orkan.id, player.id, true],
    ['membership.end', galeb.id, player.id, true],
    ['membership.create', orkan.id, player.id, true],
  ]);
  assert.deepEqual(await service.mails.take(), []);
  await assertMembershipsAgree(service.database.read);
  assert.equal(
    (await service.call('GET /api/auth/me', { token: tokens.player })).status,
    401,
    'acted in the club left',
  );
  const me = (await service.signIn(PLAYER)).body.user;
  assert.deepEqual([me.tenant_id, me.role, me.memberships.length], [orkan.id, 'member', 1]);
  const [ended] = await list(tokens.orkan, '?state=ended');
  assert.deepEqual([ended.state, ended.person.id, ended.from_tenant_name], ['accepted', player.id, 'Klub Galeb']);
  assert.deepEqual(await list(tokens.orkan), []);
});

test('asking tells nothing of whether there is such a person: answer, list, log and outbox', async (t) => {
  const { service, orkan, tokens, ask, list, log } = await start(t);
  const told: unknown[] = [];
  for (const body of [{}, { email: 'nitko@example.hr' }, { club: 'Klub Kojeg Nema' }]) {
    const answer = await ask(body);
    const again = await ask(body);
    const own = (await log()).filter(([, tenant]) => tenant === orkan.id);
    assert.deepEqual(own, [['transfer.ask', orkan.id, null, true]]);
    await service.findAskedMembers();
    const later = (await log()).filter(([, tenant]) => tenant === orkan.id);
    const [item] = await list(tokens.orkan);
    const { body: mails } = await service.call('GET /api/admin/mails', { token: tokens.orkan });
    const { body: seen } = await service.call('GET /api/admin/audit', { token: tokens.orkan });
    const listed = seen.items.filter(({ action }: { action: string }) => action.startsWith('transfer')).length;
    const { id, sought, club, ...shown } = item;
    assert.equal(id, answer.body.id);
    const { id: _id, ...said } = answer.body;
    told.push([answer.status, said, again.body.code, own, later, shown, mails.items, listed > 0]);
  }
  assert.deepEqual(told[1], told[0]);
  assert.deepEqual(told[2], told[0]);
});

test('by number, once for each person; whoever is there already is not asked for', async (t) => {
  const world = await start(t);
  const { service, player, tokens, ask, list, log } = world;
  await asked(world, { email: undefined, number: 'G-7' });
  const [found] = await list(tokens.galeb);
  assert.equal(found.person.id, player.id);
  await asked(world);
  assert.equal((await list(tokens.galeb)).length, 1, 'the same person, by another name');
  assert.equal((await list(tokens.orkan)).length, 2);
  assert.equal((await service.mails.take()).length, 1);
  await log();
  for (const body of [{ email: undefined }, { number: 'G-7' }]) assert.equal((await ask(body)).status, 422);
  assert.equal((await ask({ role: 'manager' })).status, 422, 'no power comes by a transfer');
  assert.deepEqual(await log(), []);
});

test('a refusal, a withdrawal and a decline end it; then it can be asked for again', async (t) => {
  const world = await start(t);
  const { service, galeb, orkan, player, tokens, act, answer, list, log } = world;
  const refused = await asked(world);
  await log();
  assert.equal((await act(refused, 'refuse', tokens.orkan)).body.code, 'transfers.not_found');
  assert.equal((await act(refused, 'withdraw')).body.code, 'transfers.not_found');
  assert.equal((await act(refused, 'refuse')).status, 204);
  assert.deepEqual(await log(), [
    ['transfer.refuse', galeb.id, player.id, true],
    ['transfer.refuse', orkan.id, null, false],
  ]);
  const withdrawn = await asked(world);
  await log();
  assert.equal((await act(withdrawn, 'release')).status, 204);
  await log();
  assert.equal((await act(withdrawn, 'withdraw', tokens.orkan)).status, 204);
  assert.deepEqual(await log(), [
    ['transfer.withdraw', galeb.id, player.id, false],
    ['transfer.withdraw', orkan.id, null, true],
  ]);
  assert.equal((await answer(withdrawn, 'accept')).status, 404);
  const declined = await asked(world);
  assert.equal((await act(declined, 'release')).status, 204);
  await log();
  assert.equal((await answer(declined, 'decline', tokens.orkan)).status, 404, 'somebody else’s');
  assert.equal((await answer(declined, 'decline')).status, 204);
  assert.deepEqual(await log(), [
    ['transfer.decline', galeb.id, player.id, true],
    ['transfer.decline', orkan.id, null, false],
  ]);
  assert.equal((await answer(declined, 'accept')).status, 404);
  const states = (await list(tokens.orkan, '?state=ended')).map(({ state }: { state: string }) => state);
  assert.deepEqual(states, ['declined', 'withdrawn', 'refused']);
  assert.equal((await service.signIn(PLAYER)).body.user.tenant_id, galeb.id);
});

test('the federation above both answers after 14 days; nobody else in the club’s place', async (t) => {
  const world = await start(t);
  const { service, tokens, act, list, log } = world;
  const id = await asked(world);
  const [seen] = await list(tokens.savez);
  assert.deepEqual([seen.actions, seen.person !== null], [['withdraw'], true]);
  assert.deepEqual((await act(id, 'release', tokens.savez)).body.code, 'transfers.not_yours');
  service.clock.advance(days(14));
  const savez = await service.tokenOf('savez@example.hr');
  assert.deepEqual((await list(savez))[0].actions, ['release', 'refuse', 'withdraw']);
  await log();
  assert.equal((await act(id, 'release', savez)).status, 204);
  assert.equal((await log()).length, 2);
});

test('after 60 days it ends by itself, once', async (t) => {
  const world = await start(t);
  const { service, galeb, orkan, player, ask, log } = world;
  await asked(world);
  await ask({ email: 'nitko@example.hr' });
  await service.findAskedMembers();
  await log();
  service.clock.advance(days(60) - 1);
  assert.equal(await service.expireTransfers(), 0);
  service.clock.advance(1);
  const ended = await Promise.all([service.expireTransfers(), service.expireTransfers()]);
  assert.equal(ended[0] + ended[1], 2);
  assert.deepEqual((await log()).sort(), [
    ['transfer.expire', galeb.id, player.id, false],
    ['transfer.expire', orkan.id, null, false],
    ['transfer.expire', orkan.id, null, false],
  ]);
});

test('a member who was suspended or left meanwhile does not go over', async (t) => {
  const world = await start(t);
  const { service, player, tokens, act, answer, log } = world;
  const id = await asked(world);
  assert.equal((await act(id, 'release')).status, 204);
  const path = `/api/admin/users/${player.id}/memberships`;
  const [{ id: mid }] = (await service.call(`GET ${path}`, { token: tokens.galeb })).body.items;
  await service.database.transaction((tx) =>
    tx.updateTable('memberships').set({ state: 'suspended' }).where('id', '=', mid).execute(),
  );
  await log();
  assert.notEqual((await answer(id, 'accept')).status, 204);
  assert.deepEqual(await log(), []);
});

test('export and erasure cover transfers, also those by an address that nobody was found by', async (t) => {
  const world = await start(t);
  const { service, player, tokens } = world;
  await asked(world);
  await asked(world, { club: 'Klub Kojeg Nema' });
  await service.database.transaction((tx) =>
    tx.updateTable('users').set({ address_proved_at: player.created_at }).where('id', '=', player.id).execute(),
  );
  const { body } = await service.call(`GET /api/admin/gdpr/users/${player.id}/export`, { token: tokens.galeb });
  assert.deepEqual(
    body.transfers.map(({ club, sought }: { club: string; sought: string }) => [club, sought]),
    [
      ['Klub Galeb', PLAYER],
      ['Klub Kojeg Nema', PLAYER],
    ],
  );
  const { id } = (await service.call('POST /api/users/me/gdpr-erase', { token: tokens.player })).body;
  const approved = await service.call(`POST /api/admin/gdpr/erasure-requests/${id}/approve`, { token: tokens.galeb });
  assert.equal(approved.status, 200, approved.text);
  await runErasures(service.privacy);
  await service.mail.deliverDue();
  await runErasures(service.privacy);
  assert.deepEqual(await service.database.read.selectFrom('transfers').select('id').execute(), []);
});
