import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditAction } from '../../src/platform/audit/audit-actions.ts';
import { signedIn } from '../../src/platform/http/route-access.ts';
import { nowOf } from '../../src/platform/kernel/clock.ts';
import { refuseWayInUnderOldPassword } from '../../src/platform/server/ways-in-added.ts';
import { startTestService } from '../support/test-service.ts';

const GOOGLE = { SVC_GOOGLE_CLIENT_ID: 'klijent', SVC_GOOGLE_KEYS_URL: 'http://127.0.0.1:9/keys' };

test('while the password must be changed, nobody adds a way in under the old one', async (t) => {
  const service = await startTestService(t, GOOGLE);
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const demand = (must_change_pwd_at: ReturnType<typeof nowOf> | null) =>
    service.database.transaction((tx) =>
      tx.updateTable('users').set({ must_change_pwd_at }).where('id', '=', id).execute(),
    );
  const acts: Record<string, unknown> = {
    'POST /api/users/me/email': { email: 'nova@example.hr' },
    'POST /api/users/me/email/confirm': { code: '123456' },
    'POST /api/users/me/passkeys/options': undefined,
    'POST /api/users/me/passkeys': {},
    'POST /api/users/me/google': { credential: 'x' },
    'POST /api/users/me/identities': { ticket: 'x' },
    'POST /api/auth/2fa/setup': undefined,
    'POST /api/auth/2fa/verify': { code: '123456' },
  };
  await service.audit.forget();
  const codes = async () => {
    const told: Record<string, string> = {};
    for (const [act, body] of Object.entries(acts)) told[act] = (await service.call(act, { token, body })).body.code;
    return told;
  };
  await demand(nowOf(service.clock));
  const everywhere = Object.fromEntries(Object.keys(acts).map((act) => [act, 'password.change_required']));
  assert.deepEqual(await codes(), everywhere);
  assert.deepEqual([await service.audit.actions(), await service.mails.take()], [[], []]);
  await demand(null);
  for (const [act, code] of Object.entries(await codes())) assert.notEqual(code, 'password.change_required', act);
});

test('a route that would let them does not start', () => {
  const route = (audit: AuditAction, exemptFrom: Parameters<typeof signedIn>[0]) =>
    ({ method: 'POST', path: '/api/x', audit: [audit], access: signedIn(exemptFrom) }) as const;
  const isRefused = (...of: Parameters<typeof route>) => {
    try {
      refuseWayInUnderOldPassword(route(...of));
      return false;
    } catch {
      return true;
    }
  };
  const loose = { exemptFrom: ['password-change'] } as const;
  assert.deepEqual(
    [isRefused('passkey.add', loose), isRefused('passkey.add', {}), isRefused('passkey.remove', loose)],
    [true, false, false],
  );
});
