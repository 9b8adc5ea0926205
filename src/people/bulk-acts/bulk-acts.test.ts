// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf, openBulkFixture } from '../../../test/support/bulk-fixture.ts';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { days, minutes } from '../../platform/kernel/durations.ts';
import { portionsOf } from '../../platform/kernel/portions.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';

const UNINVITED = { invitation: 'none', status: 'invited' } as const;
const INVITE = { action: 'invite', filter: UNINVITED } as const;

test('everybody who was not invited is invited, each with one record, one mail and one line', async (t) => {
  const { service, admin, newcomers, start, job, rows } = await openBulkFixture(t);
  const ids = await newcomers(120);
  const { token } = admin;
  const selected = await service.call('GET /api/admin/users/selection?invitation=none&status=invited', { token });
  assert.deepEqual([selected.status, selected.body], [200, { total: 120, active: 0, most: 100_000 }]);
  const started = await start({ ...INVITE, expected_total: 120 });
  assert.equal(started.status, 202, started.text);
  const { id } = started.body;
  assert.deepEqual(
    [started.body.status, started.body.total, started.body.filter, started.body.created_by_name],
    ['queued', 120, { ...UNINVITED, searched: 'no' }, 'Ana Uprava'],
  );
  assert.deepEqual(await service.audit.actions(), ['bulk.start']);
  await service.audit.forget();
  await service.bulkActs.runDue();
  const over = await job(id);
  assert.deepEqual(countsOf(over), { status: 'completed', total: 120, done: 120, refused: 0, undone: 0, kept: 0 });
  assert.deepEqual([over.seconds_left, over.actions], [null, ['undo']]);
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, user_id, actor_id }) => [action, user_id, actor_id]),
    [...ids.map((user) => ['user.invite', user, admin.id]), ['bulk.finish', null, admin.id]],
  );
  assert.deepEqual(trail.at(-1)?.meta, {
    job_id: id,
    act: 'invite',
    status: 'completed',
    done: 120,
    refused: 0,
    undone: 0,
    kept: 0,
  });
  const mails = await service.mails.take();
  assert.deepEqual(
    mails.map(({ kind, user_id }) => [kind, user_id]),
    ids.map((user) => ['invitation', user]),
  );
  const told = await rows(id);
  assert.deepEqual([told.length, told[0].outcome, told[0].code, told[0].detail], [120, 'done', null, null]);
  assert.equal(
    (await service.call(`GET /api/admin/users/selection?invitation=none&status=invited`, { token })).body.total,
    0,
  );
  const listed = await service.call('GET /api/admin/bulk-acts', { token });
  assert.deepEqual([listed.body.total, listed.body.items[0].id], [1, id]);
});

test('a changed number of people is refused with the new number, and no job is started', async (t) => {
  const { service, newcomers, start, admin } = await openBulkFixture(t);
  await newcomers(5);
  for (const expected_total of [4, 6, 120]) {
    const moved = await start({ ...INVITE, expected_total });
    assert.deepEqual([moved.status, moved.body.code, moved.body.total], [409, 'bulk.total', 5]);
  }
  const nobody = await start({ action: 'invite', filter: { q: 'nikoga' }, expected_total: 1, tolerance: 5 });
  assert.deepEqual([nobody.status, nobody.body.code, nobody.body.total], [409, 'bulk.total', 0]);
  assert.deepEqual(await service.audit.actions(), []);
  assert.equal((await service.call('GET /api/admin/bulk-acts', { token: admin.token })).body.total, 0);
  assert.equal((await start({ ...INVITE, expected_total: 4, tolerance: 1 })).status, 202);
});

test('a body has either ids or a filter, each with its required members', async (t) => {
  const { start, newcomers } = await openBulkFixture(t);
  const [id] = await newcomers(1);
  const cases = [
    [{ action: 'invite' }, 'ids'],
    [{ action: 'invite', ids: [id], filter: {}, expected_total: 1 }, 'filter'],
    [{ action: 'invite', filter: {} }, 'expected_total'],
    [{ action: 'role', filter: {}, expected_total: 2 }, 'role'],
    [{ action: 'role', ids: [id] }, 'role'],
  ] as const;
  for (const [body, field] of cases) {
    const answer = await start(body);
    assert.deepEqual([answer.status, answer.body.detail[0].loc], [422, ['body', field]]);
  }
});

test('people on whom the caller may not act are listed as refused, problems first', async (t) => {
  const { service, admin, run, rows } = await openBulkFixture(t);
  const colleague = await service.addPerson({ role: 'admin', prezime: 'Kolegica' });
  const member = await service.addPerson({ prezime: 'Horvat' });
  const already = await service.addPerson({ prezime: 'Već', status: 'suspended' });
  const theirs = await service.tokenOf(member.email);
  const over = await run({ action: 'suspend', filter: {}, expected_total: 4, reason: 'članarina' });
  assert.deepEqual(countsOf(over), { status: 'completed', total: 4, done: 1, refused: 3, undone: 0, kept: 0 });
  assert.deepEqual(
    (await rows(over.id)).map(({ user_id, outcome, code, full_name }) => [user_id, outcome, code, full_name]),
    [
      [admin.id, 'refused', 'users.self', 'Ana Uprava'],
      [colleague.id, 'refused', 'users.tier', 'Ana Kolegica'],
      [already.id, 'refused', 'users.state', 'Ana Već'],
      [member.id, 'done', null, 'Ana Horvat'],
    ],
  );
  assert.equal((await service.call('GET /api/auth/me', { token: theirs })).status, 401, 'their sign-ins end');
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, user_id }) => [action, user_id]),
    [
      ['bulk.start', null],
      ['user.suspend', member.id],
      ['bulk.finish', null],
    ],
  );
  assert.deepEqual(trail[1]?.meta, { reason: 'članarina', sessions_ended: 1, job_id: over.id });
});

test('an act is undone once, for people who are unchanged since', async (t) => {
  const { service, admin, run, job, rows } = await openBulkFixture(t);
  const { token } = admin;
  const [first, second, third] = [await service.addPerson(), await service.addPerson(), await service.addPerson()];
  const filter = { role: 'member' } as const;
  const { id } = await run({ action: 'suspend', filter, expected_total: 3 });
  await service.call(`POST /api/admin/users/${second.id}/unsuspend`, { token });
  assert.deepEqual((await service.call(`GET /api/admin/bulk-acts/${id}/undo`, { token })).body, {
    undoable: 2,
    kept: 1,
  });
  await service.audit.forget();
  const undo = () => service.call(`POST /api/admin/bulk-acts/${id}/undo`, { token });
  const both = await Promise.all([undo(), undo()]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [202, 409]);
  assert.equal(both.find(({ status }) => status === 409)?.body.code, 'bulk.state');
  await service.bulkActs.runDue();
  assert.deepEqual(countsOf(await job(id)), { status: 'undone', total: 3, done: 3, refused: 0, undone: 2, kept: 1 });
  assert.deepEqual(
    (await service.audit.take()).map(({ action, user_id }) => [action, user_id]),
    [
      ['bulk.undo', null],
      ['user.unsuspend', first.id],
      ['user.unsuspend', third.id],
      ['bulk.finish', null],
    ],
  );
  assert.deepEqual(
    (await rows(id)).map(({ user_id, outcome, detail }) => [user_id, outcome, detail]),
    [
      [second.id, 'kept', 'Račun se otada promijenio.'],
      [first.id, 'undone', null],
      [third.id, 'undone', null],
    ],
  );
  assert.equal((await undo()).body.code, 'bulk.state');
});

test('a person who was suspended again individually stays suspended when the act is undone', async (t) => {
  const { service, admin, run, job } = await openBulkFixture(t);
  const { token } = admin;
  const [again, other] = [await service.addPerson(), await service.addPerson()];
  const { id } = await run({ action: 'suspend', filter: { role: 'member' }, expected_total: 2 });
  for (const act of ['unsuspend', 'suspend'])
    assert.equal((await service.call(`POST /api/admin/users/${again.id}/${act}`, { token, body: {} })).status, 200);
  assert.equal((await service.call(`POST /api/admin/bulk-acts/${id}/undo`, { token })).status, 202);
  await service.bulkActs.runDue();
  assert.deepEqual(countsOf(await job(id)), { status: 'undone', total: 2, done: 2, refused: 0, undone: 1, kept: 1 });
  const statusOf = async (who: number) => (await service.call(`GET /api/admin/users/${who}`, { token })).body.status;
  assert.deepEqual([await statusOf(again.id), await statusOf(other.id)], ['suspended', 'active']);
});

test('undoing restores the previous roles', async (t) => {
  const { service, admin, run, job } = await openBulkFixture(t);
  const { token } = admin;
  const member = await service.addPerson({ prezime: 'Zajednički' });
  const guest = await service.addPerson({ prezime: 'Zajednički', role: 'guest' });
  const filter = { q: 'zajednicki' } as const;
  const { id, filter: told, role } = await run({ action: 'role', role: 'manager', filter, expected_total: 2 });
  assert.deepEqual([told, role], [{ searched: 'yes' }, 'manager'], 'what was searched for may be a name');
  const roles = async () =>
    (await service.call('GET /api/admin/users?q=zajednicki&sort=created', { token })).body.items.map(
      (user: { role: string }) => user.role,
    );
  assert.deepEqual(await roles(), ['manager', 'manager']);
  service.clock.advance(minutes(11));
  const stale = await service.call(`POST /api/admin/bulk-acts/${id}/undo`, { token });
  assert.deepEqual([stale.status, stale.body.code], [403, 'reauth.required']);
  const fresh = await service.tokenOf(admin.email);
  assert.equal((await service.call(`POST /api/admin/bulk-acts/${id}/undo`, { token: fresh })).status, 202);
  await service.bulkActs.runDue();
  assert.deepEqual(countsOf(await job(id, fresh)), {
    status: 'undone',
    total: 2,
    done: 2,
    refused: 0,
    undone: 2,
    kept: 0,
  });
  assert.deepEqual([member.role, guest.role], await roles());
});

test('undone invitations are invalid, used ones stay, and people count as not invited again', async (t) => {
  const { service, admin, newcomers, run, job } = await openBulkFixture(t);
  const { token } = admin;
  await newcomers(3);
  const { id } = await run({ ...INVITE, expected_total: 3 });
  const tokens = service.database.read.selectFrom('action_tokens').select(['id', 'user_id']).orderBy('id');
  const [used] = await tokens.execute();
  await service.database.transaction((tx) =>
    tx
      .updateTable('action_tokens')
      .set({ used_at: nowOf(service.clock) })
      .where('id', '=', used?.id ?? 0)
      .execute(),
  );
  await service.audit.forget();
  assert.deepEqual((await service.call(`GET /api/admin/bulk-acts/${id}/undo`, { token })).body, {
    undoable: 2,
    kept: 1,
  });
  assert.equal((await service.call(`POST /api/admin/bulk-acts/${id}/undo`, { token })).status, 202);
  await service.bulkActs.runDue();
  assert.deepEqual(countsOf(await job(id)), { status: 'undone', total: 3, done: 3, refused: 0, undone: 2, kept: 1 });
  assert.deepEqual(await service.audit.actions(), [
    'bulk.undo',
    'invitation.cancel',
    'invitation.cancel',
    'bulk.finish',
  ]);
  const { body } = await service.call('GET /api/admin/users/selection?invitation=none&status=invited', { token });
  assert.equal(body.total, 2);
  await service.mail.deliverDue();
  const sent = await service.database.read.selectFrom('mails').select('state').execute();
  assert.deepEqual(
    sent.map(({ state }) => state).toSorted(),
    ['cancelled', 'cancelled', 'cancelled'],
    'no link, no mail',
  );
});

test('of two concurrent jobs in one tenant, or of one caller, one starts', async (t) => {
  const { service, newcomers, start, admin } = await openBulkFixture(t);
  await newcomers(4);
  const colleague = await service.addPerson({ role: 'admin' });
  const other = await service.tokenOf(colleague.email);
  const answers = await Promise.all(
    [admin.token, other, admin.token, other].map((token) => start({ ...INVITE, expected_total: 4 }, token)),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, 409, 409, 409]);
  assert.ok(answers.every(({ status, body }) => status === 202 || body.code === 'bulk.busy'));
  await service.bulkActs.runDue();
  assert.equal((await service.mails.take()).length, 4, 'nobody is invited twice');
  const boss = await service.tokenOf((await service.addPerson({ role: 'superadmin' })).email);
  const klub = await service.addTenant('Klub');
  await newcomers(2, klub.id);
  const inKlub = { action: 'invite', filter: { ...UNINVITED, tenant_id: klub.id }, expected_total: 2 };
  const everywhere = { action: 'suspend', filter: { role: 'guest' }, expected_total: 1, tolerance: 9 };
  assert.equal((await start(inKlub, boss)).status, 202);
  assert.deepEqual((await start(everywhere, boss)).body.total, 0);
  await service.addPerson({ role: 'guest' });
  assert.equal((await start(everywhere, boss)).body.code, 'bulk.busy', 'one at a time for one caller');
  assert.equal((await start({ ...everywhere, filter: { role: 'guest' } }, admin.token)).status, 202, 'another tenant');
});

test('a job stops when its caller loses the role', async (t) => {
  const { service, admin, newcomers, start } = await openBulkFixture(t);
  await newcomers(3);
  const { body } = await start({ ...INVITE, expected_total: 3 });
  const boss = await service.tokenOf((await service.addPerson({ role: 'superadmin' })).email);
  const taken = { token: boss, body: { role: 'manager' } };
  assert.equal((await service.call(`PUT /api/admin/users/${admin.id}/role`, taken)).status, 200);
  await service.audit.forget();
  await service.bulkActs.runDue();
  const over = (await service.call(`GET /api/admin/bulk-acts/${body.id}`, { token: boss })).body;
  assert.deepEqual([over.status, over.failure, over.done], ['failed', 'caller', 0]);
  assert.deepEqual(
    (await service.audit.take()).map(({ action, actor_id }) => [action, actor_id]),
    [['bulk.finish', null]],
  );
  assert.deepEqual(await service.mails.take(), []);
});

test('people who began to use their account after an old sign-in started the job are not invited', async (t) => {
  const { service, newcomers, start, job, rows } = await openBulkFixture(t);
  const [, second] = await newcomers(2);
  service.clock.advance(minutes(11));
  const { body, status } = await start({ ...INVITE, expected_total: 2 });
  assert.equal(status, 202, 'nobody of them has a way in');
  const hash = await service.passwords.hash('nova lozinka, duga');
  await service.database.transaction((tx) =>
    tx
      .updateTable('users')
      .set({ password_hash: hash, status: 'active' })
      .where('id', '=', second ?? 0)
      .execute(),
  );
  await service.bulkActs.runDue();
  assert.deepEqual(countsOf(await job(body.id)), {
    status: 'completed',
    total: 2,
    done: 1,
    refused: 1,
    undone: 0,
    kept: 0,
  });
  assert.equal((await rows(body.id))[0].code, 'reauth.required');
  const stale = await start({ action: 'role', role: 'guest', filter: {}, expected_total: 3 });
  assert.deepEqual([stale.status, stale.body.code], [403, 'reauth.required']);
  const active = await start({ action: 'invite', filter: { status: 'active' }, expected_total: 2 });
  assert.deepEqual([active.status, active.body.code], [403, 'reauth.required']);
});

test('only the people of one import are invited', async (t) => {
  const { service, admin, run } = await openImportFixture(t);
  await service.addPerson({ status: 'invited', passwordHash: null });
  const file = `email,ime,prezime\n${Array.from({ length: 12 }, (_, row) => `u${row}@example.hr,Iva,Uvezena`).join('\n')}\n`;
  const { id: import_id } = await run(file);
  const filter = { ...UNINVITED, import_id };
  const query = `invitation=none&status=invited&import_id=${import_id}`;
  const selected = await service.call(`GET /api/admin/users/selection?${query}`, { token: admin });
  assert.equal(selected.body.total, 12);
  const body = { action: 'invite', filter, expected_total: 12 };
  assert.equal((await service.call('POST /api/admin/users/bulk', { token: admin, body })).status, 202);
  await service.bulkActs.runDue();
  const mails = await service.mails.take();
  assert.deepEqual([mails.length, new Set(mails.map(({ to_address }) => to_address)).size], [12, 12]);
  assert.ok(mails.every(({ to_address }) => to_address.startsWith('u')));
  const klub = await service.addTenant('Klub');
  const elsewhere = await service.tokenOf((await service.addPerson({ role: 'admin', tenantId: klub.id })).email);
  const foreign = await service.call(`GET /api/admin/users/selection?${query}`, { token: elsewhere });
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'imports.not_found']);
});

test('the report opens in a Croatian Excel, is available as plain CSV, and is recorded', async (t) => {
  const { service, admin, run } = await openBulkFixture(t);
  await service.addPerson({ ime: 'Šime', prezime: 'Žganec', email: 'sime@example.hr' });
  const { id } = await run({ action: 'suspend', filter: {}, expected_total: 2 });
  await service.audit.forget();
  const file = (query: string) =>
    service.call(`GET /api/admin/bulk-acts/${id}/report?${query}`, { token: admin.token });
  const csv = await file('format=csv');
  assert.deepEqual(csv.text.split('\r\n'), [
    '\uFEFFIme i prezime;E-adresa;Ishod;Razlog',
    'Ana Uprava;uprava@example.hr;Nije učinjeno;To ste Vi.',
    'Šime Žganec;sime@example.hr;Učinjeno;',
    '',
  ]);
  assert.equal(csv.headers['content-disposition'], `attachment; filename="skupna-radnja-${id}.csv"`);
  const raw = (await file('format=csv&raw=1')).text.trim().split(/\r?\n/);
  assert.deepEqual([raw[0], raw.length], ['user_id,email,outcome,code', 3]);
  const workbook = await file('format=xlsx&language=en');
  assert.ok(workbook.text.startsWith('PK'));
  assert.deepEqual(await service.audit.actions(), ['bulk.report', 'bulk.report', 'bulk.report']);
  service.clock.advance(minutes(11));
  assert.equal((await file('format=csv')).body.code, 'reauth.required');
});

test('an erased person leaves no line and is skipped', async (t) => {
  const { service, admin, newcomers, run, rows, start, job } = await openBulkFixture(t);
  const [first, second] = await newcomers(2);
  const { id } = await run({ ...INVITE, expected_total: 2 });
  const erase = async (userId: number | undefined) => {
    const boss = await service.tokenOf((await service.addPerson({ role: 'superadmin' })).email);
    const asked = await service.call(`DELETE /api/admin/users/${userId}`, { token: boss });
    assert.equal(asked.status, 204, asked.text);
    service.clock.advance(days(31));
    await service.keepRetention();
    await runErasures(service.privacy);
  };
  const later = await start({ action: 'suspend', filter: { status: 'invited' }, expected_total: 2 });
  assert.equal(later.status, 202);
  await erase(first);
  const token = await service.tokenOf(admin.email);
  assert.deepEqual(
    (await rows(id, token)).map(({ user_id }) => user_id),
    [second],
  );
  await service.bulkActs.runDue();
  const over = await job(later.body.id, token);
  assert.deepEqual([over.status, over.done, over.refused, over.gone], ['completed', 1, 0, 1]);
  assert.deepEqual(
    (await rows(later.body.id, token)).map(({ user_id }) => user_id),
    [second],
  );
});

test('a bulk act is deleted 90 days after it ended, with its lines', async (t) => {
  const { service, newcomers, run } = await openBulkFixture(t);
  await newcomers(3);
  await run({ ...INVITE, expected_total: 3 });
  service.clock.advance(days(89));
  await service.keepRetention();
  const count = async (table: 'bulk_jobs' | 'bulk_rows') =>
    (await service.database.read.selectFrom(table).selectAll().execute()).length;
  assert.deepEqual([await count('bulk_jobs'), await count('bulk_rows')], [1, 3]);
  service.clock.advance(days(2));
  await service.keepRetention();
  assert.deepEqual([await count('bulk_jobs'), await count('bulk_rows')], [0, 0]);
});

test('portions contain every item once', () => {
  assert.deepEqual(portionsOf([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  assert.deepEqual(portionsOf([], 2), []);
});
