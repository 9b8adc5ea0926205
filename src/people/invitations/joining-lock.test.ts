import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

const KNOWN = 'trener@example.hr';

test('a record that waits neither tells of the lock on an account elsewhere nor lifts it', async (t) => {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  const [elsewhere, here] = [await service.addTenant('Klub Neretva'), await service.addTenant('Klub Cetina')];
  await service.addPerson({ email: KNOWN, tenantId: elsewhere.id });
  await service.addPerson({ email: 'admin-c@example.hr', role: 'admin', tenantId: here.id });
  const token = await service.tokenOf('admin-c@example.hr');
  const known = await service.signIn(KNOWN);
  assert.equal(known.status, 200);
  const told: unknown[] = [];
  for (const email of [KNOWN, 'nitko@example.hr']) {
    const person = { email, ime: 'Iva', prezime: 'Trener', role: 'member' };
    const made = await service.call('POST /api/admin/users', { token, body: person });
    assert.equal(made.status, 201, made.text);
    const on = `/api/admin/users/${made.body.id ?? made.body.user.id}`;
    for (const _ of Array(5)) await service.signIn(email, 'kriva lozinka');
    assert.equal((await service.signIn(email)).status, 423);
    await service.audit.forget();
    const seen = await service.call(`GET ${on}`, { token });
    assert.equal(seen.status, 200, seen.text);
    const unlocked = await service.call(`POST ${on}/unlock`, { token });
    const exported = await service.call(`GET ${on.replace('admin', 'admin/gdpr')}/export`, { token });
    assert.equal(exported.status, 200, exported.text);
    told.push([
      seen.body.locked_until,
      unlocked.status,
      exported.body.wrong_attempts,
      (await service.audit.actions()).includes('user.unlock'),
      (await service.signIn(email)).status,
    ]);
  }
  assert.deepEqual(told, Array(2).fill([null, 200, null, true, 423]), 'the same for an address that nobody has');
});
