// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { days } from '../../platform/kernel/durations.ts';

const QUEUE = '/api/admin/gdpr/erasure-requests';

test('the queue is listed in both orders, page by page, and filtered by person', async (t) => {
  const service = await startTestService(t);
  const ids: number[] = [];
  for (let count = 0; count < 3; count++) {
    const { email } = await service.addPerson({ role: 'member' });
    const asked = await service.call('POST /api/users/me/erasure', { token: await service.tokenOf(email) });
    ids.push(asked.body.id);
    service.clock.advance(days(1));
  }
  const token = await service.tokenOf((await service.addPerson({ role: 'admin' })).email);
  const extended = await service.call(`POST ${QUEUE}/${ids[0]}/extend`, { token, body: { reason: 'Složen slučaj' } });
  assert.equal(extended.status, 200, extended.text);
  const list = async (query: string) => (await service.call(`GET ${QUEUE}?${query}`, { token })).body;
  const idsOf = async (query: string) => (await list(query)).items.map(({ id }: { id: number }) => id);
  assert.deepEqual(await idsOf(''), ids.toReversed());
  assert.deepEqual(await idsOf('sort=due&status=pending'), [ids[1], ids[2], ids[0]]);
  assert.deepEqual(await idsOf('sort=-due&status=pending'), [ids[0], ids[2], ids[1]]);
  assert.deepEqual(await idsOf('sort=created'), ids);
  for (const sort of ['due', '-due', '-created', 'created', 'newest', 'oldest']) {
    const whole = await idsOf(`sort=${sort}`);
    const first = await list(`sort=${sort}&limit=2`);
    assert.deepEqual([first.total, first.items.length], [3, 2]);
    const rest = await list(`sort=${sort}&limit=2&cursor=${first.next_cursor}`);
    assert.deepEqual([rest.items[0].id, rest.next_cursor], [whole[2], null]);
    const other = sort === 'due' ? '-created' : 'due';
    const foreign = await service.call(`GET ${QUEUE}?sort=${other}&cursor=${first.next_cursor}`, { token });
    assert.equal(foreign.status, 422, 'a cursor belongs to its order');
  }
  const [{ user_id: userId }] = (await list('')).items;
  assert.deepEqual(await idsOf(`user_id=${userId}`), [ids[2]]);
  assert.deepEqual(await idsOf(`user_id=${userId}&status=rejected`), []);
  const elsewhere = await service.addTenant('Drugi savez');
  const foreigner = await service.addPerson({ role: 'admin', tenantId: elsewhere.id });
  const theirs = { token: await service.tokenOf(foreigner.email) };
  assert.deepEqual((await service.call(`GET ${QUEUE}?user_id=${userId}`, theirs)).body.items, []);
  assert.equal((await service.call(`GET ${QUEUE}?tenant_id=1`, theirs)).status, 404, 'another’s tenant');
  const over = { token: await service.tokenOf((await service.addPerson({ role: 'superadmin' })).email) };
  for (const [tenant, count] of [
    [1, 3],
    [elsewhere.id, 0],
  ])
    assert.equal((await service.call(`GET ${QUEUE}?tenant_id=${tenant}`, over)).body.total, count);
  assert.equal((await service.call(`GET ${QUEUE}?sort=first`, { token })).status, 422);
});
