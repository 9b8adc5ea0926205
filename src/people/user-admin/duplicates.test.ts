// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMembershipFor } from '../../../test/support/add-membership.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const DUPLICATES = 'GET /api/admin/duplicates';
const OIB = '69435151530';
const OTHER_OIB = '02345678903';
const MARA = { ime: 'Mara', prezime: 'Čović', telefon: '+385 91 234 5678' };

async function start(t: TestContext) {
  const service = await startTestService(t);
  const club = (await service.addTenant('Klub Neretva')).id;
  await service.addPerson({ email: 'ured@example.hr', role: 'admin' });
  await service.addPerson({ email: 'klub@example.hr', role: 'admin', tenantId: club });
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const tokens = {
    ours: await service.tokenOf('ured@example.hr'),
    club: await service.tokenOf('klub@example.hr'),
    superadmin: await service.tokenOf('glavna@example.hr'),
  };
  return { service, club, tokens };
}

async function pairs(service: TestService, token: string, query = '') {
  const { status, body, text } = await service.call(`${DUPLICATES}${query}`, { token });
  assert.equal(status, 200, text);
  const items: { same: string[]; people: { id: number }[] }[] = body.items;
  return { ...body, pairs: items.map(({ same, people }) => [people.map(({ id }) => id), same]) };
}

test('whoever has the same OIB, or the same name and telephone, is beside the oldest like them', async (t) => {
  const { service, tokens } = await start(t);
  const add = async (person: Parameters<TestService['addPerson']>[0]) => (await service.addPerson(person)).id;
  const first = await add({ ...MARA, oib: OIB });
  const second = await add({ prezime: 'Ban', oib: OIB });
  const third = await add({ ime: 'MARA', prezime: 'čović', telefon: '091/234-5678', oib: OIB });
  await add({ ...MARA, telefon: '' });
  await add({ ...MARA, prezime: 'Ćović' });
  await add({ ...MARA, ime: 'Mare', oib: OTHER_OIB });
  const [brother, namesake] = [await add({ telefon: '01 111 2222' }), await add({ telefon: '01 111 2222' })];
  assert.ok(brother < namesake, 'of other names');
  const [bare, bareToo] = [await add({ prezime: 'Horvat' }), await add({ prezime: 'Horvat' })];
  assert.ok(bare < bareToo, 'without a telephone');
  await service.audit.forget();
  const found = await pairs(service, tokens.ours);
  assert.deepEqual(found.pairs, [
    [[first, second], ['oib']],
    [
      [first, third],
      ['oib', 'name_and_telefon'],
    ],
  ]);
  assert.deepEqual([found.total, found.total_is_capped, found.next_cursor], [2, false, null]);
  const [older] = found.items[0].people;
  assert.deepEqual([older.oib, older.role, older.status, older.invitation], [OIB, 'member', 'active', 'none']);
  assert.ok(older.actions.includes('delete'));
  assert.deepEqual(await service.audit.actions(), []);
});

test('the list goes on by its cursor, which is of no other list', async (t) => {
  const { service, tokens } = await start(t);
  const ids: number[] = [];
  for (let count = 0; count < 4; count++) ids.push((await service.addPerson(MARA)).id);
  const [first, ...others] = ids;
  const seen: unknown[] = [];
  for (let cursor = ''; ; ) {
    const page = await pairs(service, tokens.ours, `?limit=2${cursor}`);
    assert.equal(page.total, 3);
    seen.push(...page.pairs.map(([people]: [number[]]) => people));
    if (page.next_cursor === null) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  assert.deepEqual(
    seen,
    others.map((id) => [first, id]),
  );
  const list = await service.call('GET /api/admin/users?limit=1', { token: tokens.ours });
  const foreign = await service.call(`${DUPLICATES}?cursor=${list.body.next_cursor}`, { token: tokens.ours });
  assert.deepEqual([foreign.status, foreign.body.detail[0].type], [422, 'cursor']);
});

test('nobody out of reach is compared, and whoever has left or was deleted is not', async (t) => {
  const { service, club, tokens } = await start(t);
  const here = await service.addPerson({ ...MARA, oib: OIB });
  const there = await service.addPerson({ ...MARA, oib: OIB, tenantId: club });
  for (const token of [tokens.ours, tokens.club]) assert.deepEqual((await pairs(service, token)).pairs, []);
  const both = [
    [
      [here.id, there.id],
      ['oib', 'name_and_telefon'],
    ],
  ];
  assert.deepEqual((await pairs(service, tokens.superadmin)).pairs, both);
  assert.deepEqual((await pairs(service, tokens.superadmin, `?tenant_id=${club}`)).pairs, []);
  const elsewhere = await service.call(`${DUPLICATES}?tenant_id=${club}`, { token: tokens.ours });
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [404, 'tenants.not_found']);
  const joined = await addMembershipFor(service, { userId: here.id, tenantId: club, role: 'guest' });
  const inClub = await service.call(`${DUPLICATES}`, { token: tokens.club });
  assert.deepEqual(
    inClub.body.items[0].people.map(({ id, tenant_id, role }: Record<string, unknown>) => [id, tenant_id, role]),
    [
      [here.id, club, 'guest'],
      [there.id, club, 'member'],
    ],
  );
  assert.deepEqual((await pairs(service, tokens.superadmin)).pairs, both, 'once, though of two clubs');
  const left = await service.call(`DELETE /api/admin/users/${here.id}/memberships/${joined.id}`, {
    token: tokens.club,
  });
  assert.equal(left.status, 204, left.text);
  assert.deepEqual((await pairs(service, tokens.club)).pairs, []);
  assert.equal((await service.call(`DELETE /api/admin/users/${there.id}`, { token: tokens.club })).status, 204);
  assert.deepEqual((await pairs(service, tokens.superadmin)).pairs, []);
});

test('it is for administrators: managers see no OIB', async (t) => {
  const { service } = await start(t);
  await service.addPerson({ email: 'trener@example.hr', role: 'manager' });
  const refused = await service.call(DUPLICATES, { token: await service.tokenOf('trener@example.hr') });
  assert.equal(refused.status, 403, refused.text);
});
