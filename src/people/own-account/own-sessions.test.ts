// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { days, minutes } from '../../platform/kernel/durations.ts';
import { sessionsPersonalData } from '../../sign-in/sessions/sessions-personal-data.ts';

const EMAIL = 'ana@example.hr';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

interface SignedIn {
  readonly token: string;
  readonly refreshToken: string;
  readonly sid: string;
}

async function enter(service: TestService, userAgent = LAPTOP, from = '192.0.2.1', email = EMAIL): Promise<SignedIn> {
  const answer = await service.call('POST /api/auth/login', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
    from,
  });
  const entry = (await service.audit.take()).find(({ action }) => action === 'login.ok');
  return {
    token: answer.body.access_token,
    refreshToken: answer.body.refresh_token,
    sid: String(entry?.meta.sid),
  };
}

const listOf = async (service: TestService, { token }: SignedIn) =>
  (await service.call('GET /api/users/me/sessions', { token })).body.items as Record<string, unknown>[];
const end = (service: TestService, { token }: SignedIn, sid: string) =>
  service.call(`DELETE /api/users/me/sessions/${sid}`, { token });
const me = async (service: TestService, { token }: SignedIn) => {
  const { status, body } = await service.call('GET /api/auth/me', { token });
  return [status, body.code];
};

test('the list is paged, with the current sign-in first, and each appears once', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: EMAIL });
  const entered: SignedIn[] = [];
  for (let number = 0; number < 5; number++) {
    if (number !== 3) service.clock.advance(minutes(1)); // two at the same instant
    entered.push(await enter(service));
  }
  const here = entered[1] as SignedIn;
  const newestFirst = entered.toSorted((one, other) => entered.indexOf(other) - entered.indexOf(one));
  const tied = newestFirst.slice(1, 3).sort((one, other) => (one.sid < other.sid ? -1 : 1));
  const others = [newestFirst[0], ...tied, newestFirst[4]].map((signIn) => signIn?.sid);
  for (const limit of [1, 2, 4, 5, 200]) {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `limit=${limit}${cursor && `&cursor=${cursor}`}`;
      const { body } = await service.call(`GET /api/users/me/sessions?${query}`, { token: here.token });
      assert.deepEqual([body.total, body.total_is_capped, body.limit], [5, false, limit]);
      found.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    assert.deepEqual(found, [here.sid, ...others], `in pages of ${limit}`);
  }
  for (const query of ['limit=0', 'limit=201', 'cursor=x'])
    assert.equal((await service.call(`GET /api/users/me/sessions?${query}`, { token: here.token })).status, 422, query);
});

test('people see where they are signed in: the current sign-in first, then the newest', async (t) => {
  const service = await startTestService(t);
  const { clock } = service;
  await service.addPerson({ email: EMAIL });
  const startedAt = nowOf(clock);
  const laptop = await enter(service);
  clock.advance(minutes(1));
  const phone = await enter(service, PHONE, '2001:db8::7');
  const phoneAt = nowOf(clock);
  clock.advance(minutes(1));
  const script = await enter(service, '');
  clock.advance(minutes(1));
  const refreshedAt = nowOf(clock);
  await service.call('POST /api/auth/refresh', { body: { refresh_token: laptop.refreshToken } });
  await service.audit.forget();
  const answer = await service.call('GET /api/users/me/sessions', { token: laptop.token });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.deepEqual(
    answer.body.items.map(({ id }: { id: string }) => id),
    [laptop.sid, script.sid, phone.sid],
  );
  assert.deepEqual(answer.body.items[0], {
    id: laptop.sid,
    device: 'desktop',
    browser: 'Firefox 145',
    os: 'Linux',
    ip: '192.0.2.1',
    started_at: startedAt,
    last_active_at: refreshedAt,
    expires_at: instantAt(Date.parse(startedAt) + days(90)),
    current: true,
  });
  assert.deepEqual(answer.body.items[2], {
    id: phone.sid,
    device: 'mobile',
    browser: 'Chrome 142',
    os: 'Android',
    ip: '2001:db8::7',
    started_at: phoneAt,
    last_active_at: phoneAt,
    expires_at: instantAt(Date.parse(phoneAt) + days(90)),
    current: false,
  });
  assert.deepEqual(await service.audit.take(), []);
});

test('only live sign-ins are listed, the current one always on the first page', async (t) => {
  const service = await startTestService(t, { SVC_REFRESH_TTL_DAYS: '10', SVC_SESSION_MAX_DAYS: '30' });
  const { clock } = service;
  await service.addPerson({ email: EMAIL });
  await enter(service); // never refreshed: its tokens expire after ten days
  const left = await enter(service);
  await service.call('POST /api/auth/logout', { token: left.token });
  clock.advance(days(10));
  const here = await enter(service);
  assert.deepEqual(
    (await listOf(service, here)).map(({ id }) => id),
    [here.sid],
  );
  for (let count = 0; count < 60; count++) {
    clock.advance(1000);
    await enter(service, LAPTOP, `198.51.100.${count}`);
  }
  const listed = await listOf(service, here);
  assert.deepEqual([listed.length, listed[0]?.id, listed[0]?.current], [50, here.sid, true]);
  assert.equal(listed.filter(({ current }) => current).length, 1);
});

test("ending another device's sign-in refuses its next call, and affects no other", async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: EMAIL });
  const here = await enter(service);
  const there = await enter(service, PHONE);
  assert.deepEqual(await me(service, there), [200, undefined]);
  const ended = await end(service, here, there.sid);
  assert.deepEqual([ended.status, ended.text], [204, '']);
  assert.deepEqual(await me(service, there), [401, 'auth.revoked']);
  const refreshed = await service.call('POST /api/auth/refresh', { body: { refresh_token: there.refreshToken } });
  assert.equal(refreshed.status, 401);
  assert.deepEqual(await me(service, here), [200, undefined]);
  assert.deepEqual(await service.audit.take(), [
    { action: 'session.revoke', user_id: id, actor_id: id, meta: { sid: there.sid } },
  ]);
  assert.deepEqual((await listOf(service, here)).length, 1);
  assert.equal((await end(service, here, there.sid)).body.code, 'sessions.not_found');
  assert.equal((await end(service, here, here.sid)).status, 204, 'this one too');
  assert.deepEqual(await me(service, here), [401, 'auth.revoked']);
});

test("nobody can end another person's sign-in, in any tenant", async (t) => {
  const service = await startTestService(t);
  const { id: tenantId } = await service.addTenant('Drugi savez');
  await service.addPerson({ email: EMAIL });
  await service.addPerson({ email: 'ivo@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'eva@example.hr', tenantId });
  const ana = await enter(service);
  const ivo = await enter(service, LAPTOP, '192.0.2.2', 'ivo@example.hr');
  const eva = await enter(service, LAPTOP, '192.0.2.3', 'eva@example.hr');
  for (const stranger of [ivo, eva]) {
    const answer = await end(service, stranger, ana.sid);
    const unknown = await end(service, stranger, 'x'.repeat(22));
    assert.deepEqual([answer.status, answer.body.code], [404, 'sessions.not_found']);
    assert.deepEqual([unknown.body.detail, unknown.body.code], [answer.body.detail, answer.body.code]);
    assert.equal((await service.call('DELETE /api/users/me/sessions', { token: stranger.token })).body.ended, 0);
    assert.ok((await listOf(service, stranger)).every(({ id }) => id === stranger.sid));
  }
  assert.deepEqual(await me(service, ana), [200, undefined]);
  assert.deepEqual(await service.audit.take(), []);
});

test('a sign-in ended twice concurrently is ended and recorded once', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: EMAIL });
  const here = await enter(service);
  const there = await enter(service);
  const answers = await Promise.all(Array.from({ length: 8 }, () => end(service, here, there.sid)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(7).fill(404)]);
  assert.deepEqual(await service.audit.actions(), ['session.revoke']);
});

test('only live sign-ins are counted as ended: none that has expired, or was not refreshed in time', async (t) => {
  const service = await startTestService(t, { SVC_REFRESH_TTL_DAYS: '2' });
  const { id } = await service.addPerson({ email: EMAIL });
  await enter(service);
  await enter(service);
  service.clock.advance(days(3));
  await enter(service, PHONE);
  const here = await enter(service);
  const listed = await service.call('GET /api/users/me/sessions', { token: here.token });
  assert.equal(listed.body.items.length, 2);
  const { body } = await service.call('DELETE /api/users/me/sessions', { token: here.token });
  assert.deepEqual(body, { ended: 1 });
  assert.deepEqual(await service.audit.take(), [
    { action: 'session.revoke', user_id: id, actor_id: id, meta: { count: 1 } },
  ]);
  const all = await service.call('POST /api/auth/logout?all=true', { token: here.token });
  assert.equal(all.status, 200);
  const [record] = await service.audit.take();
  assert.deepEqual([record?.action, record?.meta.ended], ['logout', 1]);
});

test('all other sign-ins are ended together', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: EMAIL });
  const others = [await enter(service), await enter(service, PHONE)];
  const here = await enter(service);
  const endOthers = () => service.call('DELETE /api/users/me/sessions', { token: here.token });
  const answer = await endOthers();
  assert.deepEqual([answer.status, answer.body], [200, { ended: 2 }]);
  assert.deepEqual(await service.audit.take(), [
    { action: 'session.revoke', user_id: id, actor_id: id, meta: { count: 2 } },
  ]);
  for (const other of others) assert.deepEqual(await me(service, other), [401, 'auth.revoked']);
  assert.deepEqual(await me(service, here), [200, undefined]);
  assert.deepEqual((await endOthers()).body, { ended: 0 });
  assert.deepEqual(await service.audit.take(), []);
});

test('sign-ins can be ended whatever the obligations of the account', async (t) => {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '3' });
  const { id } = await service.addPerson({ email: EMAIL });
  await service.database.transaction((tx) =>
    tx
      .updateTable('users')
      .set({ must_change_pwd_at: nowOf(service.clock) })
      .where('id', '=', id)
      .execute(),
  );
  const there = await enter(service);
  const here = await enter(service);
  assert.equal((await listOf(service, here)).length, 2);
  assert.equal((await end(service, here, there.sid)).status, 204);
  assert.equal((await service.call('DELETE /api/users/me/sessions', { token: here.token })).status, 200);
});

test('a malformed id is refused without a query', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: EMAIL });
  const here = await enter(service);
  for (const sid of ['1', 'x'.repeat(23), `${'x'.repeat(21)}.`, 'x'.repeat(150)])
    assert.equal((await end(service, here, sid)).status, 422, sid);
  for (const target of ['GET /api/users/me/sessions', 'DELETE /api/users/me/sessions'])
    assert.equal((await service.call(target)).body.code, 'auth.missing', target);
});

test('sign-ins are exported; an erasure ends them and blanks device and address', async (t) => {
  const service = await startTestService(t);
  const { database, clock } = service;
  const { id } = await service.addPerson({ email: EMAIL });
  await service.addPerson({ email: 'ivo@example.hr' });
  const first = await enter(service);
  await service.call('POST /api/auth/logout', { token: first.token });
  const second = await enter(service, PHONE);
  const other = await enter(service, LAPTOP, '192.0.2.2', 'ivo@example.hr');
  const at = nowOf(clock);
  const times = {
    methods: 'pwd',
    started_at: at,
    authenticated_at: at,
    last_active_at: at,
    expires_at: instantAt(clock.now() + days(90)),
  };
  const exported = await sessionsPersonalData.exportOf(database.read, id);
  assert.deepEqual(
    new Set(exported.sign_ins as object[]),
    new Set([
      { device: LAPTOP, ip: '192.0.2.1', ...times, ended_at: at, end_reason: 'logout' },
      { device: PHONE, ip: '192.0.2.1', ...times, ended_at: null, end_reason: null },
    ]),
  );
  for (let turn = 0; turn < 2; turn++) await database.transaction((tx) => sessionsPersonalData.erase(tx, id, at));
  assert.deepEqual(await me(service, second), [401, 'auth.revoked']);
  assert.deepEqual(await me(service, other), [200, undefined]);
  const { sign_ins: left } = await sessionsPersonalData.exportOf(database.read, id);
  assert.ok((left as { device: string; ip: string }[]).every(({ device, ip }) => device === '' && ip === ''));
});
