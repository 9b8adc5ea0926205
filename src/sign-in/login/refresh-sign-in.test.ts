// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { days, minutes, seconds } from '../../platform/kernel/durations.ts';

interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
}

const refresh = (service: TestService, { refresh_token }: Pair, headers: Record<string, string> = {}) =>
  service.call('POST /api/auth/refresh', { body: { refresh_token }, headers });

const me = (service: TestService, { access_token }: Pair) => service.call('GET /api/auth/me', { token: access_token });

async function signedIn(service: TestService, email = 'ana@example.hr'): Promise<Pair> {
  const answer = await service.signIn(email);
  assert.equal(answer.status, 200);
  await service.audit.forget();
  return answer.body;
}

async function start(t: Parameters<typeof startTestService>[0], env: Record<string, string> = {}) {
  const service = await startTestService(t, env);
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  return { service, id, first: await signedIn(service) };
}

const pairOf = ({ body }: Answer) => ({ access: body.access_token, refresh: body.refresh_token });
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

function assertRefused(answer: Answer, code: 'refresh.invalid' | 'refresh.reused') {
  assert.equal(answer.status, 401);
  assert.equal(answer.body.code, code);
  assert.equal(answer.headers['www-authenticate'], 'Bearer');
}

test('a refresh gives the next pair and spends the old token; the old access token lives on', async (t) => {
  const { service, id, first } = await start(t);
  service.clock.advance(minutes(10));
  const second = await refresh(service, first);
  assert.equal(second.status, 200);
  assert.equal(second.body.token_type, 'bearer');
  assert.equal(second.body.expires_in, 900);
  assert.equal(second.headers['cache-control'], 'no-store');
  assert.equal(second.body.user.id, id);
  assert.notEqual(second.body.refresh_token, first.refresh_token);
  const [before, after] = [claimsOf(first.access_token), claimsOf(second.body.access_token)];
  assert.equal(before.sid, after.sid);
  assert.notEqual(before.jti, after.jti);
  const [record, ...others] = await service.audit.take();
  assert.deepEqual(others, []);
  assert.deepEqual(record, {
    action: 'auth.refresh',
    user_id: id,
    actor_id: id,
    meta: { sid: after.sid, jti: after.jti, repeated: false },
  });
  assert.equal((await me(service, first)).status, 200);
  assert.equal((await me(service, second.body)).status, 200);
  service.clock.advance(minutes(5));
  assert.equal((await me(service, first)).body.code, 'auth.expired');
  assert.equal((await me(service, second.body)).status, 200);
});

test('within the grace the same token gets the very same pair, however many ask at once', async (t) => {
  const { service, first } = await start(t);
  const parallel = await Promise.all(Array.from({ length: 20 }, () => refresh(service, first)));
  service.clock.advance(seconds(10));
  const late = await refresh(service, first);
  const pairs = [...parallel, late].map(pairOf);
  assert.ok(pairs[0]?.access);
  for (const pair of pairs) assert.deepEqual(pair, pairs[0]);
  assert.equal(late.body.expires_in, 890);
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, meta }) => [action, meta.repeated]),
    Array.from({ length: 21 }, (_, index) => ['auth.refresh', index > 0]),
  );
  const records = await service.database.read.selectFrom('session_records').select('jti').execute();
  assert.equal(records.length, 2, 'one successor');
});

test('after the grace it is a copy in somebody’s hands: the whole sign-in ends, once', async (t) => {
  const { service, id, first } = await start(t);
  const other = await signedIn(service);
  const second = (await refresh(service, first)).body as Pair;
  await service.audit.forget();
  service.clock.advance(seconds(10) + 1);
  assertRefused(await refresh(service, first), 'refresh.reused');
  const [record, ...others] = await service.audit.take();
  assert.deepEqual(others, []);
  assert.deepEqual(record, {
    action: 'auth.refresh.reuse',
    user_id: id,
    actor_id: null,
    meta: { sid: claimsOf(first.access_token).sid },
  });
  for (const pair of [first, second]) {
    assert.equal((await me(service, pair)).body.code, 'auth.revoked');
    assertRefused(await refresh(service, pair), 'refresh.invalid');
  }
  assert.deepEqual(await service.audit.take(), []);
  assert.equal((await me(service, other)).status, 200, 'another sign-in of theirs stands');
});

test('reuse found by many at once is recorded once', async (t) => {
  const { service, first } = await start(t);
  await refresh(service, first);
  service.clock.advance(seconds(11));
  await service.audit.forget();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(service, first)));
  assert.ok(answers.every(({ status }) => status === 401));
  assert.deepEqual(await service.audit.actions(), ['auth.refresh.reuse']);
});

test('once the successor is spent the old token is reuse, also within the grace', async (t) => {
  const { service, first } = await start(t);
  const second = (await refresh(service, first)).body as Pair;
  const third = (await refresh(service, second)).body as Pair;
  assertRefused(await refresh(service, first), 'refresh.reused');
  assertRefused(await refresh(service, third), 'refresh.invalid');
  assert.equal((await me(service, third)).body.code, 'auth.revoked');
});

test('without a grace the second use is reuse at once', async (t) => {
  const { service, first } = await start(t, { SVC_REFRESH_GRACE_SEC: '0' });
  await refresh(service, first);
  service.clock.advance(1);
  assertRefused(await refresh(service, first), 'refresh.reused');
});

test('a refresh token lives thirty days, a sign-in ninety, however often it is refreshed', async (t) => {
  const { service, first } = await start(t);
  service.clock.advance(days(30));
  assertRefused(await refresh(service, first), 'refresh.invalid');
  assert.deepEqual(await service.audit.take(), [], 'a token that ran out is nothing to record');
  let pair = await signedIn(service);
  const started = service.clock.now();
  for (let turn = 0; turn < 3; turn++) {
    service.clock.advance(days(30) - seconds(1));
    pair = (await refresh(service, pair)).body;
  }
  const { exp } = claimsOf(pair.refresh_token);
  assert.equal(exp * 1000, started + days(90), 'no token outlives its sign-in');
  assert.equal(claimsOf(pair.access_token).exp, exp);
  service.clock.advance(seconds(3));
  assertRefused(await refresh(service, pair), 'refresh.invalid');
  assert.equal((await me(service, pair)).body.code, 'auth.expired');
});

test('the store decides when a refresh token ends, whatever it claims itself', async (t) => {
  const { service, first } = await start(t);
  const shortened = { refresh_expires_at: instantAt(service.clock.now()) };
  await service.database.transaction((tx) => tx.updateTable('session_records').set(shortened).execute());
  assertRefused(await refresh(service, first), 'refresh.invalid');
});

test('nothing is refreshed for who was suspended, deleted or signed out', async (t) => {
  const service = await startTestService(t);
  for (const status of ['suspended', 'deleted'] as const) {
    const { id } = await service.addPerson({ email: `${status}@example.hr` });
    const pair = await signedIn(service, `${status}@example.hr`);
    await service.database.transaction((tx) => tx.updateTable('users').set({ status }).where('id', '=', id).execute());
    assertRefused(await refresh(service, pair), 'refresh.invalid');
    assert.equal((await me(service, pair)).body.code, 'auth.revoked');
  }
  await service.addPerson({ email: 'ana@example.hr' });
  const pair = await signedIn(service);
  await service.call('POST /api/auth/logout', { token: pair.access_token });
  await service.audit.forget();
  assertRefused(await refresh(service, pair), 'refresh.invalid');
  assert.deepEqual(await service.audit.take(), []);
});

test('neither token does the work of the other', async (t) => {
  const { service, first } = await start(t);
  assertRefused(await refresh(service, { ...first, refresh_token: first.access_token }), 'refresh.invalid');
  const asAccess = await me(service, { ...first, access_token: first.refresh_token });
  assert.equal(asAccess.status, 401);
  assert.equal(asAccess.body.code, 'auth.invalid');
  assert.deepEqual(await service.audit.take(), []);
  assert.equal((await refresh(service, first)).status, 200, 'and neither try did any harm');
});

test('an access token in the header changes nothing about a refresh', async (t) => {
  const { service, first } = await start(t);
  for (const authorization of ['Bearer rubbish', 'Basic x', `Bearer ${first.refresh_token}`])
    assert.equal((await refresh(service, first, { authorization })).status, 200);
});

test('logout ends the sign-in at the very next call, and no other', async (t) => {
  const { service, id, first } = await start(t);
  const second = (await refresh(service, first)).body as Pair;
  const other = await signedIn(service);
  await service.audit.forget();
  const out = await service.call('POST /api/auth/logout', { token: second.access_token });
  assert.equal(out.status, 200);
  assert.deepEqual(out.body, { detail: 'Odjavljeni ste.' });
  const { sid } = claimsOf(first.access_token);
  assert.deepEqual(await service.audit.take(), [
    { action: 'logout', user_id: id, actor_id: id, meta: { sid, all: false, ended: 1 } },
  ]);
  for (const pair of [first, second]) {
    const refused = await me(service, pair);
    assert.equal(refused.status, 401);
    assert.equal(refused.body.code, 'auth.revoked');
  }
  assert.equal((await me(service, other)).status, 200);
  const again = await service.call('POST /api/auth/logout', { token: second.access_token });
  assert.equal(again.body.code, 'auth.revoked');
  assert.deepEqual(await service.audit.take(), []);
});

test('logout with all ends every sign-in of the caller and of nobody else', async (t) => {
  const { service, first } = await start(t);
  await service.addPerson({ email: 'iva@example.hr' });
  const [second, stranger] = [await signedIn(service), await signedIn(service, 'iva@example.hr')];
  await service.audit.forget();
  const out = await service.call('POST /api/auth/logout?all=true', { token: first.access_token });
  assert.equal(out.status, 200);
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, meta }) => [action, meta.all, meta.ended]),
    [['logout', true, 2]],
  );
  for (const pair of [first, second]) assert.equal((await me(service, pair)).status, 401);
  assert.equal((await me(service, stranger)).status, 200);
});

test('two logouts at once end it once', async (t) => {
  const { service, first } = await start(t);
  const out = () => service.call('POST /api/auth/logout', { token: first.access_token });
  const answers = await Promise.all([out(), out(), out(), out()]);
  assert.ok(answers.every(({ status, body }) => status === 200 || body.code === 'auth.revoked'));
  assert.deepEqual(await service.audit.actions(), ['logout']);
});

test('logout and refresh at once: whatever comes first, nothing works afterwards', async (t) => {
  const { service, first } = await start(t);
  const [, next] = await Promise.all([
    service.call('POST /api/auth/logout', { token: first.access_token }),
    refresh(service, first),
  ]);
  assert.ok(next.status === 200 || next.body.code === 'refresh.invalid');
  assert.equal((await me(service, first)).status, 401);
  if (next.status === 200) {
    assert.equal((await me(service, next.body)).status, 401);
    assertRefused(await refresh(service, next.body), 'refresh.invalid');
  }
});
