// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const GIVEN = { policy_version: '1', categories: { necessary: true, statistics: false } };

/** `svc_guest=…` as a browser would send it back. */
const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie'] ?? '').split(';')[0] ?? '';

/** One browser: it keeps its cookie, whoever sits at it. */
function browser(service: TestService) {
  let cookie = '';
  const send = async (target: string, body: unknown, token?: string) => {
    const answer = await service.call(target, { body, headers: cookie ? { cookie } : {}, ...(token ? { token } : {}) });
    cookie = cookieOf(answer) || cookie;
    return answer;
  };
  return {
    cookie: () => cookie,
    consent: (categories: Record<string, boolean>, token?: string, policy_version = '1') =>
      send('POST /api/gdpr/consent', { policy_version, categories: { necessary: true, ...categories } }, token),
    signIn: (email: string, password = 'mirno more plovi') => send('POST /api/auth/login', { email, password }),
  };
}

const historyOf = async (service: TestService, token: string) =>
  (await service.call('GET /api/users/me/gdpr-consent', { token })).body.items;

test('a guest is known by a cookie that no script reads, and by a digest alone in the store', async (t) => {
  const service = await startTestService(t, { SVC_PUBLIC_URL: 'https://iskaznica.example.hr' });
  const answer = await service.call('POST /api/gdpr/consent', { body: GIVEN });
  assert.equal(answer.status, 200, answer.text);
  const { consent_id, recorded_at, ...rest } = answer.body;
  assert.deepEqual(rest, { ...GIVEN, consent_required: false });
  assert.equal(recorded_at, '2026-03-01T10:00:00.000Z');
  const cookie = String(answer.headers['set-cookie']);
  assert.match(cookie, /^__Host-svc_guest=[\w-]{22}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/);
  const rows = await service.database.read.selectFrom('consents').selectAll().execute();
  assert.equal(rows.length, 1);
  assert.ok(!JSON.stringify(rows).includes(cookieOf(answer).slice(-22)));
  const [record] = await service.audit.take();
  assert.deepEqual([record?.action, record?.user_id, record?.meta.consent_id], ['consent.record', null, consent_id]);
  const { headers } = await startAgain(service, cookieOf(answer));
  assert.equal(headers['set-cookie'], undefined, 'a known guest keeps their cookie');
  const planted = await startAgain(service, cookieOf(answer).replace('__Host-', ''));
  assert.match(String(planted.headers['set-cookie']), /^__Host-/, 'one that another host could set is nobody');
});

const startAgain = (service: TestService, cookie: string) =>
  service.call('POST /api/gdpr/consent', { body: GIVEN, headers: { cookie: `other=1; ${cookie}; more=2` } });

test('to any policy that the settings take one can consent', async (t) => {
  for (const version of ['2026-1', 'v_2.0', 'a'.repeat(40)]) {
    const service = await startTestService(t, { SVC_POLICY_VERSION: version });
    const body = { policy_version: version, categories: { necessary: true } };
    const answer = await service.call('POST /api/gdpr/consent', { body });
    assert.deepEqual([answer.status, answer.body.consent_required], [200, false], version);
  }
});

test('what no client should send is refused', async (t) => {
  const service = await startTestService(t);
  for (const body of [
    { policy_version: '1', categories: { necessary: false } },
    { policy_version: '1', categories: {} },
    { policy_version: '1', categories: { necessary: true, statistics: 'yes' } },
    { policy_version: '1', categories: { necessary: true, 'Bad Name': true } },
    { policy_version: '', categories: { necessary: true } },
    { categories: { necessary: true } },
    { policy_version: '1' },
  ])
    assert.equal((await service.call('POST /api/gdpr/consent', { body })).status, 422, JSON.stringify(body));
  assert.deepEqual(await service.audit.take(), []);
});

test('whose token is no good any more answers as a guest, and the answer joins them when they sign in again', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const home = browser(service);
  const token = await service.tokenOf('ana@example.hr');
  await service.call('POST /api/auth/logout', { token });
  await service.audit.forget();
  for (const bad of ['x.y.z', token, `${token}x`])
    assert.equal((await home.consent({ statistics: true }, bad)).status, 200);
  const records = await service.audit.take();
  assert.deepEqual(
    records.map(({ action, user_id }) => [action, user_id]),
    Array(3).fill(['consent.record', null]),
  );
  assert.equal((await service.call('GET /api/admin/users', { token })).status, 401);
  const { body } = await home.signIn('ana@example.hr');
  const [joined] = await historyOf(service, body.access_token);
  assert.deepEqual([joined.categories.statistics, body.user.id], [true, id]);
});

test('only the latest record of a guest joins the account that signs in, in its transaction', async (t) => {
  const service = await startTestService(t);
  const ana = await service.addPerson({ email: 'ana@example.hr' });
  const home = browser(service);
  await home.consent({ statistics: true });
  service.clock.advance(minutes(1));
  await home.consent({ marketing: true });
  const before = home.cookie();
  await service.audit.forget();
  assert.equal((await home.signIn('ana@example.hr', 'krivo')).status, 401);
  assert.equal(home.cookie(), before, 'a failed sign-in changes nothing');
  service.clock.advance(minutes(1));
  const { body } = await home.signIn('ana@example.hr');
  assert.notEqual(home.cookie(), before);
  assert.deepEqual([body.user.gdpr_consent_at, body.user.consent_required], ['2026-03-01T10:01:00.000Z', false]);
  const items = await historyOf(service, body.access_token);
  assert.equal(items.length, 1);
  assert.deepEqual(items[0].categories, { necessary: true, marketing: true });
  assert.equal(items[0].joined_at, '2026-03-01T10:02:00.000Z');
  const joined = (await service.audit.take()).filter(({ action }) => action === 'consent.record');
  assert.deepEqual(
    joined.map(({ actor_id, meta }) => [actor_id, meta.joined]),
    [[ana.id, true]],
  );
});

test('a shared computer mixes nobody up', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.addPerson({ email: 'bojan@example.hr' });
  const shared = browser(service);
  await shared.consent({ statistics: true });
  const old = shared.cookie();
  const ana = (await shared.signIn('ana@example.hr')).body.access_token;
  await shared.consent({ marketing: true }, ana);
  const bojan = (await shared.signIn('bojan@example.hr')).body.access_token;
  assert.equal((await historyOf(service, ana)).length, 2);
  assert.deepEqual(await historyOf(service, bojan), []);
  // A copy of the old cookie is nobody any more: neither joins it again, nor is it written under.
  const copy = { headers: { cookie: old } };
  const password = 'mirno more plovi';
  await service.call('POST /api/auth/login', { body: { email: 'bojan@example.hr', password }, ...copy });
  assert.deepEqual(await historyOf(service, bojan), []);
  const again = await service.call('POST /api/gdpr/consent', { body: GIVEN, ...copy });
  assert.notEqual(cookieOf(again), '', 'a guest who became somebody is a new guest');
});

test('one guest joins once, however many sign in with the cookie at the same time', async (t) => {
  const service = await startTestService(t);
  const people = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => service.addPerson({ email: `${name}@example.hr` })),
  );
  const home = browser(service);
  await home.consent({ statistics: true });
  const headers = { cookie: home.cookie() };
  const password = 'mirno more plovi';
  await Promise.all(
    people.map(({ email }) => service.call('POST /api/auth/login', { body: { email, password }, headers })),
  );
  const joined = await service.database.read
    .selectFrom('consents')
    .select('user_id')
    .where('user_id', 'is not', null)
    .execute();
  assert.equal(joined.length, 1);
});

test('with a token the time moves; an older guest record does not set it back', async (t) => {
  const service = await startTestService(t, { SVC_POLICY_VERSION: '2' });
  await service.addPerson({ email: 'ana@example.hr' });
  const guest = browser(service);
  await guest.consent({ statistics: true }, undefined, '2');
  service.clock.advance(minutes(5));
  const token = await service.tokenOf('ana@example.hr');
  const body = { policy_version: '2', categories: { necessary: true } };
  const own = await service.call('POST /api/gdpr/consent', { body, token });
  assert.deepEqual([own.body.consent_required, own.headers['set-cookie']], [false, undefined]);
  await guest.signIn('ana@example.hr');
  const me = (await service.call('GET /api/auth/me', { token })).body;
  assert.deepEqual([me.gdpr_consent_at, me.consent_required], ['2026-03-01T10:05:00.000Z', false]);
  assert.equal((await historyOf(service, token)).length, 2);
});

test('nobody consents to a version that was never published; to an older one of a tenant one may, and is asked again', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'ana@example.hr' });
  const boss = await service.tokenOf('gazda@example.hr');
  const publish = async (number: number) => {
    const body = { text: `Pravila ${number}`.padEnd(300, '.'), replaces: number - 1 };
    const published = await service.call('POST /api/admin/privacy-policies', { token: boss, body });
    assert.ok(published.status < 300, published.text);
    return published.body.version as string;
  };
  const first = await publish(1);
  const token = await service.tokenOf('ana@example.hr');
  const consent = (policy_version: string, as?: string) =>
    service.call('POST /api/gdpr/consent', {
      body: { policy_version, categories: { necessary: true } },
      ...(as === undefined ? {} : { token: as }),
    });
  assert.equal((await consent(first, token)).body.consent_required, false);
  await service.audit.forget();
  for (const never of [first.replace(/1$/, '2'), '2', `${first}.`])
    for (const as of [token, undefined]) {
      const refused = await consent(never, as);
      assert.deepEqual([refused.status, refused.body.code], [404, 'privacy_policies.not_found'], never);
    }
  assert.deepEqual(await service.audit.actions(), []);
  const rows = await service.database.read.selectFrom('consents').select('policy_version').execute();
  assert.deepEqual(
    rows.map(({ policy_version }) => policy_version),
    [first],
  );
  const second = await publish(2);
  assert.equal(
    (await service.call('GET /api/auth/me', { token })).body.consent_required,
    true,
    'not agreed in advance',
  );
  assert.equal((await consent(first, token)).body.consent_required, true);
  assert.equal((await consent(second, token)).body.consent_required, false);
});

test('administrators see those of their tenant, and that they looked is on record', async (t) => {
  const service = await startTestService(t);
  const other = await service.addTenant('Drugi');
  const ana = await service.addPerson({ email: 'ana@example.hr' });
  const far = await service.addPerson({ email: 'far@example.hr', tenantId: other.id });
  await service.addPerson({ email: 'admin@example.hr', role: 'admin' });
  for (const email of ['ana@example.hr', 'far@example.hr'])
    await service.call('POST /api/gdpr/consent', { body: GIVEN, token: await service.tokenOf(email) });
  const token = await service.tokenOf('admin@example.hr');
  const all = await service.call('GET /api/admin/gdpr/consents', { token });
  assert.deepEqual(
    all.body.items.map(({ user_id }: { user_id: number }) => user_id),
    [ana.id],
  );
  await service.audit.forget();
  assert.equal((await service.call(`GET /api/admin/gdpr/consents?user_id=${ana.id}`, { token })).body.total, 1);
  assert.deepEqual(await service.audit.actions(), ['user.read']);
  assert.equal((await service.call(`GET /api/admin/gdpr/consents?user_id=${far.id}`, { token })).status, 404);
  const member = await service.tokenOf('ana@example.hr');
  assert.equal((await service.call('GET /api/admin/gdpr/consents', { token: member })).status, 403);
});
