// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Answer, PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';

const WRONG = 'ovo nije lozinka';

const told = ({ status, body: { request_id: _, ...body } }: Answer) => ({ status, body });

const wrongText = (failures: number) => ({
  status: 401,
  body: {
    detail: `Pogrešna e-adresa ili lozinka (${failures}/5). Nakon 5 pogrešnih pokušaja račun se zaključava na 5 minuta.`,
    code: 'login.wrong',
    count: failures,
    most: 5,
    lock_minutes: 5,
    ...(failures === 5 ? { locked_until: '2026-03-01T10:05:00.000Z' } : {}),
  },
});

async function fail(service: TestService, email: string, times: number, from?: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let turn = 0; turn < times; turn++) {
    const body = { email, password: WRONG };
    answers.push(await service.call('POST /api/auth/login', { body, ...(from ? { from } : {}) }));
  }
  return answers;
}

const signInFrom = (service: TestService, from: string, email: string, password = PASSWORD) =>
  service.call('POST /api/auth/login', { body: { email, password }, from });

test('a person signs in and sees their account', async (t) => {
  const service = await startTestService(t);
  const person = await service.addPerson({ email: 'ana@example.hr' });
  const signedIn = await service.signIn(' ANA@Example.hr ');
  assert.equal(signedIn.status, 200);
  assert.equal(signedIn.body.token_type, 'bearer');
  assert.equal(signedIn.body.expires_in, 900);
  assert.equal(signedIn.headers['cache-control'], 'no-store');
  assert.deepEqual(Object.keys(signedIn.body), ['access_token', 'refresh_token', 'token_type', 'expires_in', 'user']);
  const me = await service.call('GET /api/auth/me', { token: signedIn.body.access_token });
  assert.equal(me.status, 200);
  assert.deepEqual(me.body, signedIn.body.user);
  assert.deepEqual(me.body, {
    id: person.id,
    email: 'ana@example.hr',
    ime: 'Ana',
    prezime: 'Čavić 1',
    full_name: 'Ana Čavić 1',
    telefon: '',
    preferred_language: 'hr',
    oib: '',
    avatar_url: null,
    google_picture: null,
    two_factor_enabled: false,
    checked_at: null,
    gdpr_consent_at: null,
    consent_required: true,
    email_verified: false,
    must_change_pwd: false,
    tenant_id: 1,
    tenant_name: 'Savez',
    tenant_branding: { color: null, on_light: null, on_dark: null, logo_url: null },
    role: 'member',
    tier: 3,
    status: 'active',
    created_at: '2026-03-01T10:00:00.000Z',
    updated_at: '2026-03-01T10:00:00.000Z',
    last_login_at: '2026-03-01T10:00:00.000Z',
    must_enrol: false,
    enrol_by: null,
    capabilities: ['avatar.change'],
    grantable_roles: [],
    pages: ['documents'],
    start: 'profile',
    memberships: [
      {
        id: 1,
        tenant_id: 1,
        tenant_name: 'Savez',
        role: 'member',
        tier: 3,
        reach: 'own',
        state: 'active',
        since: '2026-03-01',
        until: null,
        number: null,
        acting: true,
      },
    ],
  });
  const [record, ...others] = await service.audit.take();
  assert.deepEqual(others, []);
  assert.deepEqual(
    { ...record, meta: { ...record?.meta, sid: '' } },
    { action: 'login.ok', user_id: person.id, actor_id: person.id, meta: { sid: '', second_factor: false } },
  );
});

test('the fifth wrong password locks, also for the right one, until the time is over', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const answers = await fail(service, 'ana@example.hr', 5);
  assert.deepEqual(answers.map(told), [1, 2, 3, 4, 5].map(wrongText));
  assert.deepEqual(
    answers.map(({ headers }) => headers['retry-after']),
    [undefined, undefined, undefined, undefined, '300'],
  );
  const meta = (failures: number) => ({
    reason: 'password',
    fail_count: failures,
    locked: failures === 5,
    lock_minutes: 5,
  });
  const record = (action: string, failures: number) => ({ action, user_id: id, actor_id: null, meta: meta(failures) });
  assert.deepEqual(await service.audit.take(), [
    ...[1, 2, 3, 4, 5].map((failures) => record('login.fail', failures)),
    record('login.locked', 5),
  ]);
  service.clock.advance(minutes(2));
  const locked = await service.signIn('ana@example.hr');
  assert.equal(locked.status, 423);
  assert.equal(locked.headers['retry-after'], '180');
  assert.deepEqual(told(locked).body, {
    detail: 'Račun je privremeno zaključan (5/5). Nakon 5 pogrešnih pokušaja račun se zaključava na 5 minuta.',
    code: 'attempts.locked',
    count: 5,
    most: 5,
    lock_minutes: 5,
    locked_until: '2026-03-01T10:05:00.000Z',
  });
  assert.deepEqual(await service.audit.take(), [
    { action: 'login.fail', user_id: id, actor_id: null, meta: { ...meta(5), reason: 'locked' } },
  ]);
  service.clock.advance(minutes(3) - 1);
  assert.equal((await service.signIn('ana@example.hr')).status, 423);
  service.clock.advance(1);
  assert.deepEqual((await fail(service, 'ana@example.hr', 1)).map(told), [wrongText(1)], 'the count starts at 0');
  await service.audit.forget();
  assert.equal((await service.signIn('ana@example.hr')).status, 200);
  assert.deepEqual(await service.audit.actions(), ['login.ok']);
});

test('a sign-in takes the count back, and one account never touches another', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.addPerson({ email: 'iva@example.hr' });
  await fail(service, 'ana@example.hr', 4);
  assert.equal((await service.signIn('iva@example.hr')).status, 200);
  assert.equal((await service.signIn('ana@example.hr')).status, 200);
  assert.deepEqual((await fail(service, 'ana@example.hr', 1)).map(told), [wrongText(1)]);
});

test('the eleventh failure of a client address is refused, whoever it is about', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const from = '192.0.2.7';
  const failures = [
    ...(await fail(service, 'ana@example.hr', 7, from)), // five 401, two 423: both count
    ...(await fail(service, 'nitko@example.hr', 3, from)),
  ];
  assert.deepEqual(
    failures.map(({ status }) => status),
    [401, 401, 401, 401, 401, 423, 423, 401, 401, 401],
  );
  await service.addPerson({ email: 'iva@example.hr' });
  service.clock.advance(minutes(1));
  const blocked = await signInFrom(service, from, 'iva@example.hr');
  assert.deepEqual(told(blocked), {
    status: 429,
    body: {
      detail: 'Previše neuspjelih prijava s ove adrese. Pokušajte kasnije.',
      code: 'attempts.address_blocked',
    },
  });
  assert.equal(blocked.headers['retry-after'], '240');
  const [record, ...others] = await service.audit.take();
  assert.deepEqual(others, []);
  assert.equal(record?.action, 'login.ratelimit.ip');
  assert.deepEqual(record?.meta, { until: '2026-03-01T10:05:00.000Z' });
  assert.notEqual(record?.user_id, id);
  assert.equal((await signInFrom(service, '192.0.2.8', 'iva@example.hr')).status, 200, 'another address');
  assert.equal((await signInFrom(service, '::ffff:192.0.2.7', 'iva@example.hr')).status, 429, 'the same in IPv6');
  service.clock.advance(minutes(4) - 1);
  assert.equal((await signInFrom(service, from, 'iva@example.hr')).status, 429);
  service.clock.advance(1);
  assert.equal((await signInFrom(service, from, 'iva@example.hr')).status, 200);
});

test('the window slides: a place is free when the oldest failure is out of it', async (t) => {
  const service = await startTestService(t, { SVC_LOGIN_IP_THRESHOLD: '3', SVC_LOGIN_IP_WINDOW_SEC: '60' });
  await service.addPerson({ email: 'ana@example.hr' });
  for (const email of ['a@example.hr', 'b@example.hr', 'c@example.hr']) {
    assert.equal((await signInFrom(service, '192.0.2.7', email, WRONG)).status, 401);
    service.clock.advance(seconds(20));
  }
  // 60 s after the first, 40 s after the second
  assert.equal((await signInFrom(service, '192.0.2.7', 'd@example.hr', WRONG)).status, 401);
  const blocked = await signInFrom(service, '192.0.2.7', 'ana@example.hr');
  assert.equal(blocked.status, 429);
  assert.equal(blocked.headers['retry-after'], '20');
  service.clock.advance(seconds(20));
  assert.equal((await signInFrom(service, '192.0.2.7', 'ana@example.hr')).status, 200);
});

test('a complete sign-in clears the failures of its address', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  for (const email of ['a@example.hr', 'b@example.hr', 'c@example.hr']) await fail(service, email, 3, '192.0.2.7');
  assert.equal((await signInFrom(service, '192.0.2.7', 'ana@example.hr')).status, 200);
  for (const email of ['d@example.hr', 'e@example.hr']) await fail(service, email, 5, '192.0.2.7');
  assert.equal((await signInFrom(service, '192.0.2.7', 'ana@example.hr')).status, 429, 'ten since then');
});

test('an IPv6 subscriber is counted as one /64', async (t) => {
  const service = await startTestService(t, { SVC_LOGIN_IP_THRESHOLD: '2' });
  await service.addPerson({ email: 'ana@example.hr' });
  await signInFrom(service, '2001:db8:1:2::1', 'a@example.hr', WRONG);
  await signInFrom(service, '2001:db8:1:2:ffff::9', 'b@example.hr', WRONG);
  assert.equal((await signInFrom(service, '2001:db8:1:2::77', 'ana@example.hr')).status, 429);
  assert.equal((await signInFrom(service, '2001:db8:1:3::1', 'ana@example.hr')).status, 200);
});

test('who is suspended or invited learns it after the right password only', async (t) => {
  const service = await startTestService(t);
  for (const status of ['suspended', 'invited'] as const) {
    const { id } = await service.addPerson({ email: `${status}@example.hr`, status });
    assert.deepEqual((await fail(service, `${status}@example.hr`, 2)).map(told), [wrongText(1), wrongText(2)]);
    await service.audit.forget();
    const refused = await service.signIn(`${status}@example.hr`);
    assert.equal(refused.status, 403);
    assert.equal(refused.body.code, `account.${status}`);
    assert.deepEqual(await service.audit.take(), [
      {
        action: 'login.fail',
        user_id: id,
        actor_id: null,
        meta: { reason: status, fail_count: 2, locked: false, lock_minutes: 5 },
      },
    ]);
    const [after] = await fail(service, `${status}@example.hr`, 1);
    assert.deepEqual(after && told(after), wrongText(3), 'the right password neither counted nor cleared');
    await service.audit.forget();
  }
});

test('an invited person without a password has none that fits', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr', status: 'invited', passwordHash: null });
  for (const password of ['null', 'undefined', ' ', PASSWORD])
    assert.equal((await service.signIn('ana@example.hr', password)).status, 401);
});

test('a deleted account is unknown, and its address can be somebody else’s', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr', status: 'deleted' });
  assert.deepEqual(told(await service.signIn('ana@example.hr')), wrongText(1));
  const [record] = await service.audit.take();
  assert.equal(record?.user_id, null);
  assert.equal(record?.meta.reason, 'unknown');
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  assert.equal((await service.signIn('ana@example.hr')).body.user.id, id);
});

const enrol = (service: TestService, id: number) =>
  service.database.transaction((tx) =>
    tx
      .updateTable('users')
      .set({ two_factor_enabled_at: parseInstant('2026-01-01T00:00:00.000Z') })
      .where('id', '=', id)
      .execute(),
  );

test('with a second factor the password alone opens nothing and counts nothing', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  await enrol(service, id);
  await fail(service, 'ana@example.hr', 2, '192.0.2.7');
  await service.audit.forget();
  const required = await signInFrom(service, '192.0.2.7', 'ana@example.hr');
  const { pending, ...body } = told(required).body;
  assert.equal(typeof pending, 'string');
  const asked = { detail: '2FA_REQUIRED', code: 'login.2fa_required', methods: ['totp'] };
  assert.deepEqual([required.status, body], [401, asked]);
  assert.deepEqual(await service.audit.take(), [
    { action: 'login.2fa_required', user_id: id, actor_id: null, meta: {} },
  ]);
  const wrong = await service.signIn('ana@example.hr', PASSWORD, '000000');
  assert.deepEqual(told(wrong), wrongText(3), 'neither counted nor cleared before, and counted with the passwords now');
  const meta = { reason: '2fa', fail_count: 3, locked: false, lock_minutes: 5 };
  assert.deepEqual(await service.audit.take(), [{ action: 'login.2fa_fail', user_id: id, actor_id: null, meta }]);
  for (const _ of [4, 5]) await service.signIn('ana@example.hr', PASSWORD, '000000');
  assert.deepEqual(await service.audit.actions(), ['login.2fa_fail', 'login.2fa_fail', 'login.locked']);
  assert.equal((await service.signIn('ana@example.hr')).status, 423);
});

/** Changes somebody's row while their password is being evaluated. */
async function changeMidway(t: TestContext, change: Record<string, string>, password: string) {
  const service = await startTestService(t, {}, { bcryptCost: 10 });
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const answer = service.signIn('ana@example.hr', password);
  const pending = () => service.database.read.selectFrom('lockouts').select('places').executeTakeFirst();
  while ((await pending())?.places !== 1) await new Promise((resolve) => setImmediate(resolve));
  await service.database.transaction((tx) => tx.updateTable('users').set(change).where('id', '=', id).execute());
  return { service, answer: await answer };
}

test('a password that was replaced while it was checked opens nothing, and counts as wrong', async (t) => {
  const { service, answer } = await changeMidway(t, { password_hash: `$2b$10$${'.'.repeat(53)}` }, PASSWORD);
  assert.deepEqual(told(answer), wrongText(1));
  assert.deepEqual(await service.audit.actions(), ['login.fail']);
});

test('who is suspended or deleted while the password is checked does not get in', async (t) => {
  const suspended = await changeMidway(t, { status: 'suspended' }, PASSWORD);
  assert.equal(suspended.answer.status, 403);
  assert.deepEqual(await suspended.service.audit.actions(), ['login.fail']);
  const deleted = await changeMidway(t, { status: 'deleted' }, PASSWORD);
  assert.deepEqual(told(deleted.answer), wrongText(1));
  assert.deepEqual(await deleted.service.audit.actions(), ['login.fail']);
});
