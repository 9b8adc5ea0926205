import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/test-service.ts';

const HOSTILE = ['Klub \u202eevil', 'a\u2066b', 'crveno \u001b[31m', 'a\u2028b', 'a\u0085b'];
const LINES = 'Prvi redak\n\tdrugi,\r\ntreći';

test('a reason that others read cannot reverse or colour what is around it, nor show nothing', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const other = await service.addPerson({ email: 'iva@example.hr' });
  const ana = await service.tokenOf('ana@example.hr');
  const asked = await service.call('POST /api/users/me/erasure', { token: ana });
  const request = `/api/admin/gdpr/erasure-requests/${asked.body.id}`;
  const token = await service.tokenOf('glavna@example.hr');
  const tell = async (reason: string) => [
    (await service.call(`PUT ${request}/legal-hold`, { token, body: { held: true, reason } })).status,
    (await service.call(`PUT ${request}/legal-hold`, { token, body: { held: false, reason } })).status,
    (await service.call(`POST ${request}/extend`, { token, body: { reason } })).status,
    (await service.call(`POST ${request}/reject`, { token, body: { reason } })).status,
    (await service.call(`POST /api/admin/users/${id}/suspend`, { token, body: { reason } })).status,
    (await service.call('POST /api/admin/users/bulk', { token, body: { ids: [other.id], action: 'suspend', reason } }))
      .status,
  ];
  for (const reason of HOSTILE) assert.deepEqual(await tell(reason), Array(6).fill(422), JSON.stringify(reason));
  assert.deepEqual((await tell('\u200b\u2060\u3164')).slice(0, 4), Array(4).fill(422), 'nothing of it would show');
});

test('a reason may have several lines', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('glavna@example.hr');
  const body = { reason: LINES };
  assert.equal((await service.call(`POST /api/admin/users/${id}/suspend`, { token, body })).status, 200);
  const [suspended] = (await service.call('GET /api/admin/audit?action=user.suspend', { token })).body.items;
  assert.equal(suspended.meta.reason, LINES);
});
