// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { days, hours } from '../../platform/kernel/durations.ts';

const SETTINGS = { SVC_INACTIVE_WARN_DAYS: '180', SVC_INACTIVE_SUSPEND_DAYS: '210' };

const open = async (t: TestContext, env: Record<string, string> = SETTINGS): Promise<TestService> => {
  const service = await startTestService(t, env);
  await service.addPerson({ email: 'sef@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'iva@example.hr', role: 'admin' });
  await service.addPerson({ email: 'ana@example.hr', preferred_language: 'en' });
  await service.addPerson({ email: 'pozvan@example.hr', status: 'invited', passwordHash: null });
  return service;
};

const keep = (service: TestService) => service.keepRetention();

async function statuses({ database }: TestService): Promise<Record<string, string>> {
  const rows = await database.read.selectFrom('users').select(['email', 'status']).orderBy('id').execute();
  return Object.fromEntries(rows.map(({ email, status }) => [email.split('@')[0], status]));
}

/** The audit record of a run, without the counts of other rules. */
async function recorded({ audit }: TestService) {
  return (await audit.take()).map(({ action, user_id, actor_id, meta }) => {
    const { action_tokens, sign_ins, mails, ...rest } = meta;
    return { action, user_id, actor_id, meta: rest };
  });
}

test('nothing happens unless both settings are set', async (t) => {
  const service = await open(t, {});
  service.clock.advance(days(3000));
  await keep(service);
  assert.deepEqual(await service.mails.take(), []);
  assert.equal((await statuses(service)).ana, 'active');
});

test('an inactive user is warned by mail in time, and then suspended; a superadmin never', async (t) => {
  const service = await open(t);
  await service.tokenOf('ana@example.hr');
  const lastAt = new Date(service.clock.now()).toISOString();
  service.clock.advance(days(180));
  await keep(service);
  assert.deepEqual(await service.mails.take(), [], 'not before the days are over');
  service.clock.advance(hours(1));
  await service.audit.forget();
  await keep(service);
  const [never, warning, ...others] = await service.mails.take();
  assert.deepEqual([never?.to_address, never?.params.last_at, others], ['iva@example.hr', '', []]);
  assert.deepEqual(
    [warning?.kind, warning?.to_address, warning?.language],
    ['account-inactive', 'ana@example.hr', 'en'],
  );
  const suspendAt = new Date(service.clock.now() + days(30)).toISOString();
  assert.deepEqual([warning?.params.last_at, warning?.params.suspend_at], [lastAt, suspendAt]);
  assert.deepEqual(
    (await recorded(service)).map(({ action, meta }) => [action, meta]),
    [['retention.run', { inactive_warned: 2 }]],
  );
  service.clock.advance(days(30) - hours(2));
  await keep(service);
  assert.deepEqual([(await statuses(service)).ana, (await service.mails.take()).length], ['active', 0]);
  service.clock.advance(hours(2));
  await service.audit.forget();
  await keep(service);
  assert.deepEqual(await statuses(service), { sef: 'active', iva: 'suspended', ana: 'suspended', pozvan: 'invited' });
  assert.deepEqual(await recorded(service), [
    { action: 'user.suspend', user_id: 2, actor_id: null, meta: { reason: 'inactive', sessions_ended: 0 } },
    { action: 'user.suspend', user_id: 3, actor_id: null, meta: { reason: 'inactive', sessions_ended: 0 } },
    { action: 'retention.run', user_id: null, actor_id: null, meta: { inactive_suspended: 2 } },
  ]);
  assert.equal((await service.signIn('ana@example.hr')).body.code, 'account.suspended');
  assert.deepEqual(await service.mails.take(), []);
});

test('a sign-in after the warning resets the period', async (t) => {
  const service = await open(t);
  service.clock.advance(days(181));
  await keep(service);
  assert.equal((await service.mails.take()).length, 2);
  service.clock.advance(days(29));
  await service.tokenOf('ana@example.hr');
  service.clock.advance(days(2));
  await keep(service);
  assert.deepEqual(await statuses(service), { sef: 'active', iva: 'suspended', ana: 'active', pozvan: 'invited' });
  service.clock.advance(days(179));
  await keep(service);
  assert.deepEqual(
    (await service.mails.take()).map(({ to_address }) => to_address),
    ['ana@example.hr'],
    'warned a second time',
  );
  service.clock.advance(days(29));
  await keep(service);
  assert.equal((await statuses(service)).ana, 'active');
  service.clock.advance(days(2));
  await keep(service);
  assert.equal((await statuses(service)).ana, 'suspended');
});

test('with new settings old accounts are warned first; reactivated users are warned again', async (t) => {
  const service = await open(t);
  service.clock.advance(days(1000));
  await keep(service);
  await keep(service);
  assert.deepEqual([(await statuses(service)).ana, (await service.mails.take()).length], ['active', 2]);
  service.clock.advance(days(30));
  await keep(service);
  assert.equal((await statuses(service)).ana, 'suspended');
  const token = await service.tokenOf('sef@example.hr');
  await service.call('POST /api/admin/users/3/unsuspend', { token });
  await keep(service);
  assert.equal((await statuses(service)).ana, 'active', 'not suspended within the hour');
  assert.deepEqual(
    (await service.mails.take()).map(({ to_address }) => to_address),
    ['ana@example.hr'],
  );
  service.clock.advance(days(31));
  await keep(service);
  assert.equal((await statuses(service)).ana, 'suspended');
});

test('of a sign-in and a concurrent suspension exactly one succeeds', { timeout: 60_000 }, async (t) => {
  const service = await open(t);
  for (let round = 0; round < 5; round++) {
    service.clock.advance(days(181));
    await keep(service);
    service.clock.advance(days(31));
    const [signedIn] = await Promise.all([service.signIn('ana@example.hr'), keep(service)]);
    const { ana } = await statuses(service);
    const me = await service.call('GET /api/auth/me', { token: signedIn.body.access_token ?? 'x' });
    assert.deepEqual(
      [signedIn.status, ana, me.status],
      signedIn.status === 200 ? [200, 'active', 200] : [403, 'suspended', 401],
    );
    if (ana === 'suspended') {
      const token = await service.tokenOf('sef@example.hr');
      await service.call('POST /api/admin/users/3/unsuspend', { token });
    }
  }
});
