// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import type { Tx } from '../database/database.ts';
import { nowOf } from '../kernel/clock.ts';
import { minutes, seconds } from '../kernel/durations.ts';
import { auditSealer } from './seal-audit.ts';
import { recordOrSum, sumBursts } from './sum-bursts.ts';
import { verifyAudit } from './verify-audit.ts';

const FLOOD = '192.0.2.7';
const MINUTE = '2026-03-01T10:00:00.000Z';
const GIVEN = { policy_version: '1', categories: { necessary: true } };
const guest = (body: object = GIVEN) => ({ body, from: FLOOD });

const forget = (service: TestService, email: string, from = FLOOD) =>
  service.call('POST /api/auth/forgot-password', { body: { email }, from });

/** New records, including the sums of finished minutes. */
async function summed(service: TestService) {
  service.clock.advance(minutes(2));
  const count = await sumBursts(service);
  return { count, records: await service.audit.take() };
}

const times = async (count: number, work: (turn: number) => Promise<unknown>) => {
  for (let turn = 0; turn < count; turn++) await work(turn);
};

test('password requests above the burst are one record a minute, and the chain stays intact', async (t) => {
  const service = await startTestService(t, { SVC_AUDIT_BURST: '5' });
  await Promise.all(Array.from({ length: 20 }, (_, turn) => forget(service, `nitko${turn}@example.hr`)));
  await forget(service, 'nitko@example.hr', '192.0.2.8');
  assert.deepEqual(await service.audit.actions(), Array(6).fill('password.forgot.miss'), 'another address has its own');
  assert.equal(await sumBursts(service), 0, 'the minute is not over');
  service.clock.advance(minutes(1));
  await times(7, (turn) => forget(service, `nitko${turn}@example.hr`));
  assert.equal((await service.audit.take()).length, 5, 'each minute has its own');
  assert.equal(await sumBursts(service), 0, 'somebody may still be counting in the minute before');
  await auditSealer(service)();
  const { records } = await summed(service);
  assert.deepEqual(records, [
    { action: 'password.forgot.miss', user_id: null, actor_id: null, meta: { suppressed: 15, minute: MINUTE } },
    {
      action: 'password.forgot.miss',
      user_id: null,
      actor_id: null,
      meta: { suppressed: 2, minute: '2026-03-01T10:01:00.000Z' },
    },
  ]);
  assert.deepEqual(await service.database.read.selectFrom('audit_bursts').selectAll().execute(), []);
  const rows = await service.database.read.selectFrom('audit_records').select(['ip', 'meta']).execute();
  assert.deepEqual([...new Set(rows.filter(({ meta }) => meta.includes('suppressed')).map(({ ip }) => ip))], [FLOOD]);
  await auditSealer(service)();
  assert.deepEqual((await verifyAudit(service)).problems, []);
});

test('6,000 password requests leave only some hundreds of records', { timeout: 240_000 }, async (t) => {
  const service = await startTestService(t);
  const record = recordOrSum({ keys: service.keys, most: service.settings.retention.auditBurst });
  const context = {
    actor: null,
    ip: FLOOD,
    userAgent: 'x',
    requestId: 'r',
    declared: ['password.forgot.miss'],
  } as const;
  const call = { context, at: nowOf(service.clock) };
  const twenty = (tx: Tx) =>
    times(20, () =>
      record(tx, call, FLOOD, { action: 'password.forgot.miss', meta: { reason: 'unknown', address_hmac: 'x' } }),
    );
  await times(10, () => Promise.all(Array.from({ length: 30 }, () => service.database.transaction(twenty))));
  assert.equal((await service.audit.take()).length, 300);
  service.clock.advance(minutes(2));
  const sums = await Promise.all([sumBursts(service), sumBursts(service), sumBursts(service)]);
  assert.deepEqual(sums.sort(), [0, 0, 1], 'of all nodes one tells it');
  assert.deepEqual(
    (await service.audit.take()).map(({ meta }) => meta),
    [{ suppressed: 5_700, minute: MINUTE }],
  );
});

test('refusals of a blocked address are summed up above the same burst', async (t) => {
  const service = await startTestService(t, { SVC_LOGIN_IP_THRESHOLD: '1', SVC_AUDIT_BURST: '3' });
  await service.addPerson({ email: 'ana@example.hr' });
  const again = () =>
    service.call('POST /api/auth/login', { body: { email: 'ana@example.hr', password: 'krivo' }, from: FLOOD });
  assert.equal((await again()).status, 401);
  await times(9, async () => assert.equal((await again()).status, 429));
  assert.deepEqual(await service.audit.actions(), ['login.fail', ...Array(3).fill('login.ratelimit.ip')]);
  const { records } = await summed(service);
  assert.deepEqual(records, [
    { action: 'login.ratelimit.ip', user_id: null, actor_id: null, meta: { suppressed: 6, minute: MINUTE } },
  ]);
});

test("attempts with made-up links are summed up, those with a person's old link are always recorded", async (t) => {
  const service = await startTestService(t, { SVC_AUDIT_BURST: '2', SVC_REVEAL_RESET_TOKEN: '1' });
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const { reset_token: token } = (await forget(service, 'ana@example.hr', '192.0.2.9')).body;
  const redeem = (used: string) =>
    service.call('POST /api/auth/reset-password', { body: { token: used, password: `${PASSWORD} opet` }, from: FLOOD });
  assert.equal((await redeem(token)).status, 200);
  await service.audit.forget();
  await times(6, async (turn) => assert.equal((await redeem(`izmisljen-${turn}`)).status, 400));
  await times(6, async () => assert.equal((await redeem(token)).status, 400));
  const records = await service.audit.take();
  assert.deepEqual(
    records.map(({ action, user_id }) => [action, user_id]),
    [...Array(2).fill(['password.reset.fail', null]), ...Array(6).fill(['password.reset.fail', id])],
  );
  assert.ok(records.slice(2).every(({ meta }) => meta.reason === 'token' && typeof meta.token_id === 'number'));
  assert.deepEqual((await summed(service)).records, [
    { action: 'password.reset.fail', user_id: null, actor_id: null, meta: { suppressed: 4, minute: MINUTE } },
  ]);
});

test('failures about an existing account are never summed up', async (t) => {
  const more = { SVC_MAIL_ADDRESS_HOURLY: '100', SVC_MAIL_IP_HOURLY: '100' };
  const service = await startTestService(t, { SVC_AUDIT_BURST: '1', ...more });
  const { id } = await service.addPerson({ email: 'ana@example.hr', status: 'suspended' });
  await times(5, () => forget(service, 'ana@example.hr'));
  assert.deepEqual(
    (await service.audit.take()).map(({ action, user_id }) => [action, user_id]),
    Array(5).fill(['password.forgot.miss', id]),
  );
  assert.equal((await summed(service)).count, 0);
});

test('repeating a consent stores nothing; changing it does', async (t) => {
  const service = await startTestService(t, { SVC_AUDIT_BURST: '4' });
  const first = await service.call('POST /api/gdpr/consent', guest());
  const headers = { cookie: String(first.headers['set-cookie']).split(';')[0] ?? '' };
  service.clock.advance(seconds(5));
  await times(20, async () => {
    const { status, body } = await service.call('POST /api/gdpr/consent', { ...guest(), headers });
    assert.deepEqual([status, body], [200, first.body]);
  });
  const rows = () => service.database.read.selectFrom('consents').select('id').execute();
  assert.equal((await rows()).length, 1);
  const records = await service.audit.take();
  const repeated = { consent_id: first.body.consent_id, ...GIVEN, repeated: true };
  assert.deepEqual(
    records.map(({ meta }) => meta),
    [{ consent_id: first.body.consent_id, ...GIVEN }, ...Array(4).fill(repeated)],
  );
  const changed = { policy_version: '1', categories: { necessary: true, statistics: true } };
  for (const body of [changed, GIVEN, changed])
    await service.call('POST /api/gdpr/consent', { ...guest(body), headers });
  assert.equal((await rows()).length, 4, 'whoever goes back and forth says something each time');
  assert.equal((await service.audit.take()).length, 3);
  const { records: sums } = await summed(service);
  assert.deepEqual(sums, [
    { action: 'consent.record', user_id: null, actor_id: null, meta: { suppressed: 16, minute: MINUTE } },
  ]);
  const stored = await service.database.read
    .selectFrom('audit_records')
    .select('ip')
    .where('action', '=', 'consent.record')
    .execute();
  assert.deepEqual(new Set(stored.map(({ ip }) => ip)), new Set([null]), 'of a guest no address is kept');
});
