// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

test('no link that is made while its administrator loses the role outlives it', async (t) => {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  await service.addPerson({ email: 'savez@example.hr', role: 'superadmin' });
  const federation = await service.tokenOf('savez@example.hr');
  for (let round = 0; round < 10; round++) {
    const former = await service.addPerson({ email: `klub${round}@example.hr`, role: 'admin' });
    const invited = await service.addPerson({ status: 'invited', passwordHash: null });
    const token = await service.tokenOf(former.email);
    const create = (index: number) => {
      const body = { email: `nova${round}-${index}@example.hr`, ime: 'Nova', prezime: 'Osoba', role: 'member' };
      return service.call('POST /api/admin/users', { token, body });
    };
    const [lost, ...made] = await Promise.all([
      service.call(`PUT /api/admin/users/${former.id}/role`, { token: federation, body: { role: 'member' } }),
      ...[0, 1, 2, 3].map(create),
      service.call(`POST /api/admin/users/${invited.id}/invite`, { token }),
    ]);
    assert.equal(lost.status, 200, lost.text);
    for (const { status, body, text } of made) {
      if (body.invite_link === undefined) assert.deepEqual([status, body.code], [401, 'auth.revoked'], text);
      else {
        const link = new URL(body.invite_link).searchParams.get('token');
        const opened = await service.call(`GET /api/auth/setup-password?token=${link}`);
        assert.equal(opened.status, 400, `made with ${status} in round ${round}`);
      }
    }
  }
});
