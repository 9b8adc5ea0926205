import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProper } from '../../../test/support/proper-answer.ts';
import { startTestService } from '../../../test/support/test-service.ts';

test('anybody can read the name of the federation, the password rules and the policy in force', async (t) => {
  const service = await startTestService(t, {
    SVC_POLICY_VERSION: '2026-1',
    SVC_PASSWORD_MIN: '10',
    SVC_2FA_REQUIRED_TIER: '1',
  });
  const answer = await service.call('GET /api/site');
  assertProper(answer, '/api/site');
  const { status, body, headers } = answer;
  assert.equal(status, 200);
  assert.deepEqual(body, {
    name: 'Savez',
    branding: { color: null, on_light: null, on_dark: null, logo_url: null },
    google_client_id: null,
    mail_codes: true,
    policy_version: '2026-1',
    policy_url: 'http://127.0.0.1:8080/privatnost/pravila',
    password_min: 10,
    backup_days: null,
    second_step_tier: 1,
  });
  assert.equal(headers['cache-control'], 'public, max-age=60');
  assert.equal(headers['set-cookie'], undefined, 'nothing is stored at a visitor for asking');
  assert.deepEqual(await service.audit.take(), []);
});

test("the name is the publisher's, and the Google client id is included when Google is on", async (t) => {
  const service = await startTestService(t, { SVC_GOOGLE_CLIENT_ID: 'klub.apps.googleusercontent.com' });
  const { id } = await service.addTenant('Veslački savez');
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  const token = await service.tokenOf('gazda@example.hr');
  const before = await service.call('GET /api/site');
  assert.deepEqual([before.body.name, before.body.google_client_id], ['Savez', 'klub.apps.googleusercontent.com']);
  await service.call(`PUT /api/admin/tenants/${id}`, { token, body: { publisher: true } });
  assert.equal((await service.call('GET /api/site')).body.name, 'Veslački savez');
});

test('a service without any tenant has no name, and still serves its pages', async (t) => {
  const service = await startTestService(t);
  await service.database.transaction((tx) => tx.deleteFrom('tenants').execute());
  const { status, body } = await service.call('GET /api/site');
  assert.deepEqual([status, body.name], [200, null]);
});
