// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMembershipFor } from '../../../test/support/add-membership.ts';
import { assertMembershipsAgree } from '../../../test/support/memberships-agree.ts';
import { PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { PERSON_FIELD_NAMES } from '../../accounts/users/person-form.ts';
import { columnsThat } from '../../platform/database/merged-rows.ts';
import { days } from '../../platform/kernel/durations.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';
import { MOVED } from './merge.ts';

const OIB = '69435151530';
const OLD = 'stari@example.hr';
const NEW = 'novi@example.hr';

async function start(t: TestContext) {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '', SVC_ACCESS_TTL_MIN: '1440' });
  const club = await service.addTenant('Klub Neretva');
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'ured@example.hr', role: 'admin' });
  const from = await service.addPerson({ email: OLD, ime: 'Mara', prezime: 'Čović', oib: OIB, tenantId: club.id });
  const into = await service.addPerson({ email: NEW, ime: 'Mara', prezime: 'Čović', oib: OIB });
  const token = await service.tokenOf('glavna@example.hr');
  const merge = (body: object, as = token, id = from.id) =>
    service.call(`POST /api/admin/users/${id}/merge`, { token: as, body: { into: into.id, ...body } });
  const unmerge = (as = token, id = from.id) => service.call(`POST /api/admin/users/${id}/unmerge`, { token: as });
  await service.audit.forget();
  return { service, club, from, into, token, merge, unmerge };
}

test('what a merge reports has a name for each table with rows that move', async (t) => {
  const { privacy } = await startTestService(t);
  const tables = privacy.contributors.flatMap((one) => one.tables);
  const names = columnsThat(tables, 'moves').map(({ table }) => table.name);
  assert.deepEqual(names.toSorted(), MOVED.toSorted());
  for (const { table, column } of columnsThat(tables, 'moves')) {
    const unique = table.indexes.filter((index) => index.unique && index.columns.split(', ').includes(column));
    assert.deepEqual(unique.length === 0 || table.name === 'memberships', true, `${table.name} could collide`);
  }
});

/** Everything in the store but the log, clocks and what a merge leaves in them. */
async function stateOf({ database }: TestService): Promise<Record<string, unknown>> {
  const { read } = database;
  const users = await read.selectFrom('users').selectAll().orderBy('id').execute();
  return {
    users: users.map(({ updated_at: _, ...user }) => user),
    memberships: (await read.selectFrom('memberships').selectAll().orderBy('id').execute()).map(
      ({ updated_at: _, ...membership }) => membership,
    ),
    words: await read
      .selectFrom('user_words')
      .selectAll()
      .orderBy('tenant_id')
      .orderBy('user_id')
      .orderBy('word')
      .execute(),
    people: await read.selectFrom('tenant_people').selectAll().orderBy('tenant_id').orderBy('user_id').execute(),
    consents: await read.selectFrom('consents').selectAll().orderBy('id').execute(),
    signIns: await read.selectFrom('sign_ins').select(['sid', 'user_id']).orderBy('sid').execute(),
    documents: await read.selectFrom('documents').select(['id', 'created_by']).orderBy('id').execute(),
    merges: await read.selectFrom('merges').selectAll().execute(),
  };
}

test('a dry run says what would happen and changes nothing', async (t) => {
  const { service, from, into, club, merge } = await start(t);
  await service.tokenOf(OLD);
  await addMembershipFor(service, { userId: into.id, tenantId: club.id, role: 'manager' });
  await service.audit.forget();
  const before = await stateOf(service);
  const { status, body, text } = await merge({ dry_run: true });
  assert.equal(status, 200, text);
  assert.deepEqual([body.id, body.into, body.way_in], [from.id, into.id, into.id]);
  assert.deepEqual(body.moves, [
    { what: 'memberships', count: 1 },
    { what: 'sign_ins', count: 1 },
  ]);
  const [conflict, ...more] = body.conflicts;
  assert.deepEqual([conflict.tenant_id, conflict.tenant_name, more], [club.id, 'Klub Neretva', []]);
  assert.deepEqual([conflict.stays.role, conflict.ends.role], ['manager', 'member']);
  assert.deepEqual(body.dropped, [
    { what: 'address', count: 1 },
    { what: 'password', count: 1 },
    { what: 'sign_ins', count: 1 },
  ]);
  assert.deepEqual([body.merged_at, body.undo_until], [null, null]);
  assert.deepEqual(await stateOf(service), before);
  assert.deepEqual(await service.audit.actions(), []);
  assert.equal((await service.signIn(OLD)).status, 200);
});

test('the other account becomes one with the person, and two again with everything it had', async (t) => {
  const { service, club, from, into, token, merge, unmerge } = await start(t);
  const own = await service.signIn(OLD);
  const consent = { policy_version: '1', categories: { necessary: true } };
  const given = await service.call('POST /api/gdpr/consent', { token: own.body.access_token, body: consent });
  assert.equal(given.status, 200, given.text);
  await service.call('POST /api/auth/logout', { token: own.body.access_token });
  const before = await stateOf(service);
  const live = await service.signIn(OLD);
  await service.audit.forget();

  const merged = await merge({});
  assert.equal(merged.status, 200, merged.text);
  const moved = { memberships: 1, consents: 1, sign_ins: 2 };
  assert.deepEqual(
    (await service.audit.take()).map(({ action, user_id, meta }) => [action, user_id, meta]),
    [['user.merge', from.id, { into_id: into.id, way_in: 'into', moved }]],
  );
  assert.equal(Date.parse(merged.body.undo_until) - Date.parse(merged.body.merged_at), days(30));
  const refused = await service.call('GET /api/auth/me', { token: live.body.access_token });
  assert.equal(refused.status, 401);
  const { refresh_token } = live.body;
  assert.equal((await service.call('POST /api/auth/refresh', { body: { refresh_token } })).status, 401);
  assert.equal((await service.signIn(OLD)).status, 401);
  const { body } = await service.signIn(NEW);
  assert.deepEqual(body.user.memberships?.map((one: { tenant_id: number }) => one.tenant_id).sort(), [1, club.id]);

  for (const target of [
    `GET /api/admin/users/${from.id}`,
    `GET /api/admin/users/${from.id}/memberships`,
    `GET /api/admin/users/${from.id}/sessions`,
    `POST /api/admin/users/${from.id}/suspend`,
    `DELETE /api/admin/users/${from.id}`,
    `POST /api/admin/users/${from.id}/restore`,
    `POST /api/admin/users/${from.id}/invite`,
    `GET /api/admin/gdpr/users/${from.id}/export`,
  ]) {
    const answer = await service.call(target, { token });
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body.merged_into],
      [410, 'users.merged', into.id],
      target,
    );
  }
  assert.equal((await merge({})).body.code, 'users.merged');
  const listed = (await service.call('GET /api/admin/users?q=Mara', { token })).body.items;
  assert.deepEqual(
    listed.map(({ id }: { id: number }) => id),
    [into.id],
  );
  const [undoable] = (await service.call('GET /api/admin/merges', { token })).body.items;
  assert.deepEqual([undoable.id, undoable.email, undoable.into], [from.id, OLD, into.id]);
  await service.audit.forget();

  const back = await unmerge();
  assert.equal(back.status, 204, back.text);
  assert.deepEqual(
    (await service.audit.take()).map(({ action, user_id, meta }) => [action, user_id, meta]),
    [['user.unmerge', from.id, { into_id: into.id, status: 'active', sessions_ended: 1 }]],
  );
  const after = await stateOf(service);
  for (const [what, was] of Object.entries(before))
    if (what === 'users') assert.deepEqual(withoutSignIn(after[what]), withoutSignIn(was), what);
    else if (what !== 'signIns' && what !== 'people') assert.deepEqual(after[what], was, what);
  await assertMembershipsAgree(service.database.read);
  assert.equal((await service.signIn(OLD)).status, 200);
  assert.equal((await service.call('GET /api/auth/me', { token: body.access_token })).status, 401);
  assert.deepEqual([(await unmerge()).status, (await unmerge()).body.code], [409, 'users.state']);
});

const withoutSignIn = (users: unknown) =>
  (users as { last_login_at: unknown }[]).map(({ last_login_at: _, ...user }) => user);

test('a merge is listed to nobody who has not the account in reach', async (t) => {
  const { service, merge } = await start(t);
  assert.equal((await merge({})).status, 200);
  const elsewhere = await service.addTenant('Savez drugoga sporta');
  await service.addPerson({ email: 'drugi@example.hr', role: 'admin', tenantId: elsewhere.id });
  const { status, body } = await service.call('GET /api/admin/merges', {
    token: await service.tokenOf('drugi@example.hr'),
  });
  assert.deepEqual([status, body.items, body.total], [200, [], 0]);
});

test('the way in of the account that goes may be the one that stays', async (t) => {
  const { service, from, into, merge, unmerge } = await start(t);
  const before = await stateOf(service);
  const merged = await merge({ way_in: from.id });
  assert.equal(merged.status, 200, merged.text);
  const { status, body } = await service.signIn(OLD);
  assert.deepEqual([status, body.user.id, body.user.email], [200, into.id, OLD]);
  assert.equal((await service.signIn(NEW)).status, 401);
  assert.equal((await unmerge()).status, 204);
  assert.deepEqual((await stateOf(service)).words, before.words);
  assert.equal((await service.signIn(OLD)).body.user.id, from.id);
  assert.equal((await service.signIn(NEW)).body.user.id, into.id);
  await assertMembershipsAgree(service.database.read);
});

test('of two memberships in one tenant the stronger stays, and both are given back', async (t) => {
  const { service, club, from, into, merge, unmerge } = await start(t);
  const weak = await addMembershipFor(service, { userId: into.id, tenantId: club.id, role: 'guest', number: 'N-1' });
  await addMembershipFor(service, { userId: from.id, tenantId: 1, role: 'guest' });
  const before = await stateOf(service);
  const merged = await merge({});
  assert.deepEqual(
    merged.body.conflicts.map((one: { stays: { role: string }; ends: { role: string } }) => [
      one.stays.role,
      one.ends.role,
    ]),
    [
      ['member', 'guest'],
      ['member', 'guest'],
    ],
  );
  const states = await service.database.read
    .selectFrom('memberships')
    .select(['id', 'state'])
    .where('user_id', '=', into.id)
    .execute();
  assert.deepEqual(states.find(({ id }) => id === weak.id)?.state, 'ended');
  assert.deepEqual(states.map(({ state }) => state).sort(), ['active', 'active', 'ended', 'ended']);
  assert.equal((await unmerge()).status, 204);
  assert.deepEqual((await stateOf(service)).memberships, before.memberships);
  assert.deepEqual((await stateOf(service)).people, before.people);
});

test('both accounts must wholly be the caller’s', async (t) => {
  const { service, club, from, into, merge } = await start(t);
  const ours = await service.tokenOf('ured@example.hr');
  assert.deepEqual([(await merge({}, ours)).status, (await merge({}, ours)).body.code], [404, 'users.not_found']);
  await addMembershipFor(service, { userId: from.id, tenantId: 1, role: 'member' });
  assert.deepEqual([(await merge({}, ours)).status, (await merge({}, ours)).body.code], [403, 'users.shared']);
  const both = await service.addPerson({ email: 'treci@example.hr' });
  const third = await merge({ into: both.id }, ours, into.id);
  assert.equal(third.status, 200, third.text);
  const boss = await service.addPerson({ email: 'sef@example.hr', role: 'admin' });
  assert.equal((await merge({ into: boss.id }, ours, both.id)).body.code, 'users.tier');
  assert.equal((await merge({ into: both.id }, ours, both.id)).status, 422);
  assert.equal((await merge({ into: both.id, way_in: boss.id }, ours, into.id)).status, 422);
  const club2 = await service.addPerson({ email: 'k@example.hr', role: 'admin', tenantId: club.id });
  assert.ok(club2.id > 0);
  const theirs = await service.tokenOf('k@example.hr');
  const hidden = await service.call(`GET /api/admin/users/${into.id}`, { token: theirs });
  assert.equal(hidden.status, 404, 'a merge beyond reach is nobody’s');
});

test('an export has what came of the other account, and an erasure leaves nothing of either', async (t) => {
  const { service, from, into, token, merge } = await start(t);
  await service.tokenOf(OLD);
  assert.equal((await merge({})).status, 200);
  const own = await service.tokenOf(NEW);
  const exported = await service.call('GET /api/users/me/gdpr-export', { token: own });
  assert.equal(exported.status, 200);
  const file = JSON.parse(exported.text);
  assert.deepEqual(
    file.merges.map((one: { user_id: number; email: string; oib: string }) => [one.user_id, one.email, one.oib]),
    [[from.id, OLD, OIB]],
  );
  const [merged] = file.merges;
  assert.deepEqual(
    PERSON_FIELD_NAMES.filter((field) => merged[field] !== from[field]),
    [],
    'every field of a person',
  );
  assert.equal(file.profile.id, into.id);
  assert.equal(file.sign_ins.length, 2);
  assert.ok(file.audit.some(({ action }: { action: string }) => action === 'user.merge'));
  const asked = await service.call('POST /api/users/me/erasure', { token: own });
  assert.equal(asked.status, 200);
  assert.equal(
    (await service.call(`POST /api/admin/users/${from.id}/unmerge`, { token })).body.code,
    'merging.erasure',
  );
  const approved = await service.call(`POST /api/admin/gdpr/erasure-requests/${asked.body.id}/approve`, { token });
  assert.equal(approved.status, 200, approved.text);
  await runErasures(service.privacy);
  service.clock.advance(days(1));
  await runErasures(service.privacy);
  await runErasures(service.privacy);
  const rows =
    JSON.stringify(await stateOf(service)) +
    JSON.stringify(await service.database.read.selectFrom('audit_records').selectAll().execute());
  for (const value of [OLD, NEW, OIB, 'Čović']) assert.ok(!rows.includes(value), value);
  const { merges } = await stateOf(service);
  assert.deepEqual(merges, []);
  const users = await service.database.read
    .selectFrom('users')
    .select(['email'])
    .where('id', 'in', [from.id, into.id])
    .execute();
  assert.ok(users.every(({ email }) => email.endsWith('@erased.invalid')));
  const ledger = await service.privacy.ledger.list();
  assert.deepEqual(ledger.map(({ user_id }) => user_id).sort(), [from.id, into.id].sort());
});

test('retention spares what was merged for 30 days, and then removes what is left of it', async (t) => {
  const { service, from, into, token, merge, unmerge } = await start(t);
  await service.tokenOf(OLD);
  assert.equal((await merge({})).status, 200);
  service.clock.advance(days(29));
  await service.keepRetention();
  await runErasures(service.privacy);
  const { read } = service.database;
  const kept = await read.selectFrom('users').selectAll().where('id', '=', from.id).executeTakeFirstOrThrow();
  assert.deepEqual([kept.email, kept.status, kept.deleted_at], [OLD, 'deleted', null]);
  service.clock.advance(days(2));
  const later = await service.tokenOf('glavna@example.hr');
  assert.notEqual(later, token);
  assert.deepEqual([(await unmerge(later)).status, (await unmerge(later)).body.code], [409, 'merging.over']);
  await service.keepRetention();
  const left = await read.selectFrom('users').selectAll().where('id', '=', from.id).executeTakeFirstOrThrow();
  assert.deepEqual(
    [left.email, left.oib, left.ime, left.password_hash],
    [`erased-${from.id}@erased.invalid`, '', '', null],
  );
  assert.deepEqual(await read.selectFrom('merges').selectAll().execute(), []);
  assert.deepEqual(await read.selectFrom('user_words').selectAll().where('user_id', '=', from.id).execute(), []);
  assert.deepEqual([(await unmerge(later)).status, (await unmerge(later)).body.code], [409, 'merging.over']);
  const gone = await service.call(`GET /api/admin/users/${from.id}`, { token: later });
  assert.deepEqual([gone.status, gone.body.merged_into], [410, into.id]);
  const log = (await service.call(`GET /api/admin/audit?user_id=${into.id}&action=login.ok`, { token: later })).body
    .items;
  assert.deepEqual(
    log.map(({ user_id }: { user_id: number }) => user_id),
    [from.id],
    'its log is the person’s',
  );
  assert.equal((await service.signIn(NEW, PASSWORD)).status, 200);
});
