// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const PATH = '/api/admin/tenants';

/** A federation over two regional associations, one of which has a club. */
async function start(t: TestContext) {
  const service = await startTestService(t);
  await service.addPerson({ email: 'sanja.super@example.hr', role: 'superadmin' });
  const token = await service.tokenOf('sanja.super@example.hr');
  const add = async (name: string, parent_id: number | null = null): Promise<number> => {
    const added = await service.call(`POST ${PATH}`, { token, body: { name, parent_id } });
    assert.equal(added.status, 201, added.text);
    return added.body.id;
  };
  const top = await add('Hrvatski savez');
  const [north, south] = [await add('Savez sjever', top), await add('Savez jug', top)];
  const club = await add('Klub Neretva', south);
  /** An administrator who reaches what is below, or not. */
  const admin = async (
    email: string,
    tenantId: number,
    reach: 'own' | 'below',
    role: 'admin' | 'manager' = 'admin',
  ) => {
    const { id } = await service.addPerson({ email, tenantId, role, prezime: email.split('@')[0] ?? '' });
    const change = service.database.transaction((tx) =>
      tx.updateTable('memberships').set({ reach }).where('user_id', '=', id).execute(),
    );
    await change;
    return { id, token: await service.tokenOf(email) };
  };
  const move = (id: number, parent_id: number | null, more: object = {}) =>
    service.call(`PATCH ${PATH}/${id}`, { token, body: { parent_id, ...more } });
  await service.audit.forget();
  return { service, token, top, north, south, club, add, admin, move };
}

test('tenants are listed as a tree, and those at and below one of them', async (t) => {
  const { service, token, top, north, south, club } = await start(t);
  const { status, body } = await service.call(`GET ${PATH}`, { token });
  assert.equal(status, 200);
  assert.deepEqual(
    body.items.map((one: Record<string, unknown>) => [one.id, one.parent_id, one.depth, one.path]),
    [
      [1, null, 0, [1]],
      [top, null, 0, [top]],
      [north, top, 1, [top, north]],
      [south, top, 1, [top, south]],
      [club, south, 2, [top, south, club]],
    ],
  );
  const below = await service.call(`GET ${PATH}?below=${south}&limit=1`, { token });
  assert.deepEqual([below.body.total, below.body.items[0].id], [2, south]);
  const next = await service.call(`GET ${PATH}?below=${south}&limit=1&cursor=${below.body.next_cursor}`, { token });
  assert.deepEqual([next.body.items[0].id, next.body.next_cursor], [club, null]);
  assert.deepEqual(await service.audit.take(), []);
});

test('a move says first who gains and loses sight, and whoever loses it sees nothing at the next request', async (t) => {
  const { service, north, south, club, admin, move } = await start(t);
  const [inNorth, inSouth] = [
    await admin('marko.sjever@example.hr', north, 'below'),
    await admin('petra.jug@example.hr', south, 'below', 'manager'),
  ];
  await admin('bez.dosega@example.hr', south, 'own');
  const person = await service.addPerson({ tenantId: club, prezime: 'Tajna' });
  await service.audit.forget();
  const seenBy = async ({ token }: { token: string }) =>
    (await service.call(`GET /api/admin/users/${person.id}`, { token })).status;
  assert.deepEqual([await seenBy(inNorth), await seenBy(inSouth)], [404, 200]);
  await service.audit.forget();
  const asked = await move(club, north, { dry_run: true });
  assert.equal(asked.status, 200, asked.text);
  const { tenant, ...effect } = asked.body;
  assert.equal(tenant.parent_id, south);
  const seer = (one: { id: number }, full_name: string, role: string, tenant_id: number) => ({
    total: 1,
    named: [{ user_id: one.id, full_name, role, tenant_id }],
  });
  const told = {
    tenants: 1,
    people: 1,
    gain: seer(inNorth, 'Ana marko.sjever', 'admin', north),
    lose: seer(inSouth, 'Ana petra.jug', 'manager', south),
  };
  assert.deepEqual(effect, { dry_run: true, ...told });
  assert.deepEqual(await service.audit.take(), []);
  const moved = await move(club, north);
  assert.equal(moved.status, 200, moved.text);
  const { tenant: after, ...done } = moved.body;
  assert.deepEqual([after.parent_id, after.depth], [north, 2]);
  assert.deepEqual(done, { dry_run: false, ...told });
  const [record, ...others] = await service.audit.take();
  assert.deepEqual(
    [record?.action, record?.meta, others],
    ['tenant.move', { before: south, after: north, tenants: 1, people: 1 }, []],
  );
  assert.deepEqual([await seenBy(inNorth), await seenBy(inSouth)], [200, 404]);
});

test('nothing goes round in a circle, deeper than four levels, to what is not there, or by others', async (t) => {
  const { service, top, south, club, add, admin, move } = await start(t);
  const section = await add('Pionirska sekcija', club);
  await service.audit.forget();
  const refusals: [number, number | null, number, string][] = [
    [south, south, 409, 'tenants.cycle'],
    [top, section, 409, 'tenants.cycle'],
    [top, 1, 409, 'tenants.depth'],
    [club, 9999, 404, 'tenants.not_found'],
    [9999, null, 404, 'tenants.not_found'],
  ];
  for (const [id, parent, status, code] of refusals) {
    const { status: got, body } = await move(id, parent);
    assert.deepEqual([got, body.code], [status, code], `${id} below ${parent}`);
  }
  const deeper = await service.call(`POST ${PATH}`, {
    token: await service.tokenOf('sanja.super@example.hr'),
    body: { name: 'Peta razina', parent_id: section },
  });
  assert.deepEqual([deeper.status, deeper.body.code], [409, 'tenants.depth']);
  const { token } = await admin('marko.savez@example.hr', top, 'below');
  const byAdmin = await service.call(`PATCH ${PATH}/${club}`, { token, body: { parent_id: top } });
  assert.deepEqual([byAdmin.status, byAdmin.body.code], [403, 'access.role']);
  service.clock.advance(minutes(11));
  const old = await move(club, top);
  assert.deepEqual([old.status, old.body.code], [403, 'reauth.required']);
  assert.equal((await move(club, top, { dry_run: true })).status, 200);
  assert.deepEqual(
    (await service.audit.actions()).filter((action) => action !== 'login.ok'),
    [],
  );
});

test('who reaches what is below opens a club there and hands it over; others learn nothing of it', async (t) => {
  const { service, top, north, south, club, admin } = await start(t);
  const federation = await admin('tajnica@example.hr', south, 'below');
  const own = await admin('bez.dosega@example.hr', south, 'own');
  await service.audit.forget();
  const listed = await service.call(`GET ${PATH}`, { token: federation.token });
  assert.deepEqual(
    listed.body.items.map((one: Record<string, unknown>) => [one.id, one.parent_id, one.depth, one.path]),
    [
      [south, null, 0, [south]],
      [club, south, 1, [south, club]],
    ],
    'what is above is left out',
  );
  assert.equal((await service.call(`GET ${PATH}?below=${north}`, { token: federation.token })).status, 404);
  assert.equal((await service.call(`GET ${PATH}`, { token: own.token })).status, 403);
  const opening = (token: string, parent_id: number | null | undefined) =>
    service.call(`POST ${PATH}`, {
      token,
      body: { name: 'Klub Cetina', ...(parent_id === undefined ? {} : { parent_id }) },
    });
  for (const parent of [top, north, null]) {
    const refused = await opening(federation.token, parent);
    assert.deepEqual([refused.status, refused.body.code], [404, 'tenants.not_found'], String(parent));
  }
  assert.equal((await opening(own.token, south)).status, 403);
  const opened = await opening(federation.token, undefined);
  assert.equal(opened.status, 201, opened.text);
  assert.equal(opened.body.parent_id, south);
  const body = { email: 'prva@example.hr', ime: 'Prva', prezime: 'Uprava', role: 'admin', tenant_id: opened.body.id };
  const invited = await service.call('POST /api/admin/users', { token: federation.token, body });
  assert.equal(invited.status, 201, invited.text);
  assert.deepEqual(await service.audit.actions(), ['tenant.create', 'user.create', 'user.invite']);
});
