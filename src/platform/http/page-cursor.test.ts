// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

const encoded = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

test('a cursor that the list did not issue is 422, on both engines', async (t) => {
  const service = await startTestService(t);
  for (const number of [1, 2, 3]) await service.addPerson({ email: `a${number}@example.hr`, role: 'superadmin' });
  const token = await service.tokenOf('a1@example.hr');
  const first = await service.call('GET /api/admin/users?limit=1', { token });
  const cursor: string = first.body.next_cursor;
  assert.equal((await service.call(`GET /api/admin/users?limit=1&cursor=${cursor}`, { token })).status, 200);
  const forged = [
    ...[Buffer.from('["people:name", "a", 1]'), Buffer.from('["people:name","a",1e0]')].map((text) =>
      text.toString('base64url'),
    ),
    ...['!!!', `${cursor}!!!`, `${cursor}=`, cursor.slice(1), encoded(), encoded('people:name')],
    ...['a\0', '\ud800'].map((text) => encoded('people:name', text, 1)),
    ...[1.5, 1e300, -1, '1', null, [1]].map((id) => encoded('people:name', 'a', id)),
  ];
  const lists = ['users', 'audit', 'mails', 'tenants', 'invitations', 'imports', 'gdpr/consents'];
  const ids = [1.5, 1e300, -1, 2 ** 60].map((id) => encoded('x', id));
  for (const list of lists)
    for (const text of [...forged, ...ids]) {
      const { status, body } = await service.call(`GET /api/admin/${list}?cursor=${encodeURIComponent(text)}`, {
        token,
      });
      assert.deepEqual([status, body.detail?.[0]?.loc], [422, ['query', 'cursor']], `${list} ${text}`);
    }
  const names = { audit: 'audit', mails: 'mails', tenants: 'tenants', imports: 'imports' };
  for (const [list, name] of Object.entries(names))
    for (const id of [1.5, 1e300, -1, 2 ** 60]) {
      const target = `GET /api/admin/${list}?cursor=${encoded(name, id)}`;
      assert.equal((await service.call(target, { token })).status, 422, target);
    }
  for (const target of ['documents', 'yearbooks'])
    assert.equal((await service.call(`GET /api/${target}?cursor=${encoded(target, 1.5)}`)).status, 422, target);
});
