import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

const WRONG = 'ovo nije lozinka';

/** Where somebody who is signed in can guess. */
const GUESSES = [
  { target: 'POST /api/auth/reauthenticate', body: { password: WRONG }, status: 403 },
  {
    target: 'POST /api/auth/change-password',
    body: { current_password: WRONG, new_password: 'nova lozinka 77' },
    status: 403,
  },
  { target: 'POST /api/auth/2fa/verify', body: { code: '000000' }, status: 401 },
  { target: 'POST /api/users/me/email/confirm', body: { code: '000000' }, status: 400 },
  { target: 'POST /api/auth/login', body: { email: 'ana@example.hr', password: WRONG }, status: 401 },
];

for (const { target, body, status } of GUESSES)
  test(`the record of a lock says for how many minutes: ${target}`, async (t) => {
    const service = await startTestService(t, { SVC_LOGIN_LOCK_MINUTES: '7' });
    const { id } = await service.addPerson({ email: 'ana@example.hr' });
    const token = await service.tokenOf('ana@example.hr');
    await service.call('POST /api/auth/2fa/setup', { token });
    await service.audit.forget();
    for (let guess = 1; guess <= 5; guess++)
      assert.equal((await service.call(target, { token, body })).status, status, `guess ${guess}`);
    assert.equal((await service.call(target, { token, body })).status, 423);
    const locks = (await service.audit.take()).filter(({ action }) => action === 'login.locked');
    assert.deepEqual(
      locks.map(({ user_id, meta }) => [user_id, meta.fail_count, meta.lock_minutes]),
      [[id, 5, 7]],
    );
  });
