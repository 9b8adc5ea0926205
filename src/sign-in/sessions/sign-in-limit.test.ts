// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { listMembershipsOf } from '../../accounts/users/memberships-store.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const EMAIL = 'ana@example.hr';

interface Entered {
  readonly token: string;
  readonly refreshToken: string;
}

async function enter(service: TestService): Promise<Entered> {
  service.clock.advance(minutes(1));
  const { status, body } = await service.signIn(EMAIL);
  assert.equal(status, 200);
  return { token: body.access_token, refreshToken: body.refresh_token };
}

const me = async (service: TestService, { token }: Entered) => {
  const { status, body } = await service.call('GET /api/auth/me', { token });
  return status === 200 ? 200 : body.code;
};

const signInsOf = (service: TestService, id: number) =>
  service.database.read.selectFrom('sign_ins').selectAll().where('user_id', '=', id).orderBy('started_at').execute();

test('a sign-in beyond the limit ends the least recently used one, with an audit record', async (t) => {
  const service = await startTestService(t, { SVC_SESSIONS_MAX: '3' });
  const { id } = await service.addPerson({ email: EMAIL });
  await service.addPerson({ email: 'ivo@example.hr' });
  const others = await service.tokenOf('ivo@example.hr');
  const first = await enter(service);
  const second = await enter(service);
  const third = await enter(service);
  service.clock.advance(minutes(1));
  const used = await service.call('POST /api/auth/refresh', { body: { refresh_token: first.refreshToken } });
  assert.equal(used.status, 200);
  const refreshed = { token: used.body.access_token, refreshToken: used.body.refresh_token };
  await service.audit.forget();

  const fourth = await enter(service);
  assert.equal(await me(service, second), 'auth.revoked', 'unused longest');
  for (const entered of [refreshed, third, fourth]) assert.equal(await me(service, entered), 200);
  assert.equal((await service.call('GET /api/auth/me', { token: others })).status, 200, 'nobody else’s');
  const refused = await service.call('POST /api/auth/refresh', { body: { refresh_token: second.refreshToken } });
  assert.deepEqual([refused.status, refused.body.code], [401, 'refresh.invalid']);

  const rows = await signInsOf(service, id);
  assert.deepEqual(
    rows.map(({ end_reason }) => end_reason),
    [null, 'limit', null, null],
  );
  const records = await service.audit.take();
  assert.deepEqual(
    records.map(({ action, user_id, actor_id }) => ({ action, user_id, actor_id })),
    [
      { action: 'session.limit', user_id: id, actor_id: id },
      { action: 'login.ok', user_id: id, actor_id: id },
    ],
  );
  assert.deepEqual(records[0]?.meta, { count: 1, sid: rows[1]?.sid, limit: 3 });
  assert.deepEqual(await service.mails.take(), []);
});

test('ended sign-ins do not count towards the limit', async (t) => {
  const service = await startTestService(t, { SVC_SESSIONS_MAX: '2' });
  await service.addPerson({ email: EMAIL });
  const first = await enter(service);
  const second = await enter(service);
  assert.equal((await service.call('POST /api/auth/logout', { token: second.token })).status, 200);
  await service.audit.forget();
  const third = await enter(service);
  assert.deepEqual(await service.audit.actions(), ['login.ok']);
  for (const entered of [first, third]) assert.equal(await me(service, entered), 200);
});

test('after the limit was lowered, the next sign-in ends all above it', async (t) => {
  const service = await startTestService(t, { SVC_SESSIONS_MAX: '1' });
  const { id } = await service.addPerson({ email: EMAIL });
  const [membership] = await listMembershipsOf(service.database.read, id);
  const at = parseInstant('2026-01-01T00:00:00.000Z');
  const old = Array.from({ length: 5 }, (_, number) => ({
    sid: `${number}`.repeat(22),
    user_id: id,
    started_at: at,
    authenticated_at: at,
    refreshed_at: at,
    expires_at: parseInstant('2999-01-01T00:00:00.000Z'),
    ended_at: null,
    end_reason: null,
    ip: '',
    user_agent: '',
    methods: null,
    membership_id: membership?.id ?? 0,
  }));
  await service.database.transaction((tx) => tx.insertInto('sign_ins').values(old).execute());
  const newest = await enter(service);
  const [limit] = await service.audit.take();
  assert.deepEqual([limit?.action, limit?.meta.count, limit?.meta.limit], ['session.limit', 5, 1]);
  assert.equal(await me(service, newest), 200);
});

test('concurrent sign-ins leave exactly as many as the limit allows', async (t) => {
  const service = await startTestService(t, { SVC_SESSIONS_MAX: '5', SVC_LOGIN_LOCK_THRESHOLD: '20' });
  const { id } = await service.addPerson({ email: EMAIL });
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(Array.from({ length: 24 }, () => service.signIn(EMAIL)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const rows = await signInsOf(service, id);
    assert.equal(rows.filter(({ ended_at }) => ended_at === null).length, 5, `round ${round}`);
  }
  const records = await service.audit.take();
  const ended = records.filter(({ action }) => action === 'session.limit');
  assert.equal(ended.length, 3 * 24 - 5, 'each one that ended is on record once');
  assert.equal(new Set(ended.map(({ meta }) => meta.sid)).size, ended.length);
});
