// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { listenToStatements } from '../../../test/support/statements.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { days, minutes } from '../../platform/kernel/durations.ts';
import { factorPolicyPersonalData } from './factor-rules-room.ts';

const POLICY = '/api/admin/factor-policy';
const DAY = days(1);

/** A superadmin, an admin and a member of tenant 1, and an admin of another. */
async function withPeople(t: Parameters<typeof startTestService>[0], env: Record<string, string> = {}) {
  const service = await startTestService(t, env);
  const elsewhere = await service.addTenant('Veslački savez');
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'admin@example.hr', role: 'admin', prezime: 'Horvat' });
  await service.addPerson({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Babić' });
  await service.addPerson({ email: 'vesla@example.hr', role: 'admin', tenantId: elsewhere.id, prezime: 'Marić' });
  return { service, elsewhere: elsewhere.id, token: await service.tokenOf('glavna@example.hr') };
}

const put = (service: TestService, token: string, tenant_id: number | null, rules: Record<string, number>) =>
  service.call(`PUT ${POLICY}`, {
    token,
    body: { tenant_id, rules: Object.entries(rules).map(([role, grace_days]) => ({ role, grace_days })) },
  });

const meOf = async (service: TestService, token: string) => (await service.call('GET /api/auth/me', { token })).body;
const rename = async (service: TestService, token: string) => {
  const { status, body } = await service.call('PUT /api/auth/me', { token, body: { ime: 'Ana' } });
  return status === 200 ? 'ok' : body.code;
};

test('within the grace a person is told until when, and after it they must enrol before anything else', async (t) => {
  const { service, token } = await withPeople(t);
  const ana = await service.tokenOf('ana@example.hr');
  assert.deepEqual([(await meOf(service, ana)).enrol_by, (await meOf(service, ana)).must_enrol], [null, false]);
  const since = nowOf(service.clock);
  const due = instantAt(service.clock.now() + 14 * DAY);
  const set = await put(service, token, null, { member: 14 });
  assert.equal(set.status, 200, set.text);
  const rule = {
    tenant_id: null,
    tenant_name: null,
    role: 'member',
    grace_days: 14,
    most_days: 14,
    since,
    due_at: due,
  };
  assert.deepEqual(set.body, { rules: [rule], default_roles: [] });
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => ({ action, meta })),
    [{ action: 'factor_policy.change', meta: { before: {}, after: { member: 14 } } }],
  );
  const told = await meOf(service, ana);
  assert.deepEqual([told.enrol_by, told.must_enrol, await rename(service, ana)], [due, false, 'ok']);
  assert.equal((await service.signIn('ana@example.hr')).body.user.enrol_by, due);
  assert.equal((await meOf(service, await service.tokenOf('admin@example.hr'))).enrol_by, null, 'another role');
  service.clock.advance(14 * DAY - 1);
  const late = await service.tokenOf('ana@example.hr');
  assert.equal(await rename(service, late), 'ok');
  service.clock.advance(1);
  const over = await meOf(service, late);
  assert.deepEqual([over.enrol_by, over.must_enrol, await rename(service, late)], [null, true, '2fa.enrol_required']);
  await enrolSecondFactor(service, authenticatorApp(t), late);
  const done = await meOf(service, late);
  assert.deepEqual([done.enrol_by, done.must_enrol, await rename(service, late)], [null, false, 'ok']);
});

test('who came after the rule has its days from then on; the same rule again does not begin anew', async (t) => {
  const { service, token } = await withPeople(t);
  await put(service, token, null, { member: 7, guest: 3 });
  service.clock.advance(2 * DAY);
  const again = await service.tokenOf('glavna@example.hr');
  await service.audit.forget();
  const { body } = await put(service, again, null, { member: 7, guest: 3 });
  assert.deepEqual(await service.audit.actions(), [], 'nothing changed');
  const member = body.rules.find(({ role }: { role: string }) => role === 'member');
  assert.equal(member.due_at, instantAt(service.clock.now() + 5 * DAY));
  await service.addPerson({ email: 'nova@example.hr' });
  assert.equal(
    (await meOf(service, await service.tokenOf('nova@example.hr'))).enrol_by,
    instantAt(service.clock.now() + 7 * DAY),
  );
  assert.equal(
    (await meOf(service, await service.tokenOf('ana@example.hr'))).enrol_by,
    instantAt(service.clock.now() + 5 * DAY),
  );
  assert.equal((await put(service, again, null, { member: 1 })).body.rules.length, 1);
  assert.equal(
    await rename(service, await service.tokenOf('ana@example.hr')),
    '2fa.enrol_required',
    'shortened, it is due',
  );
  await put(service, again, null, {});
  assert.equal(await rename(service, await service.tokenOf('ana@example.hr')), 'ok');
});

test('the setting is the default where no rule is; a rule for every tenant stands in its place', async (t) => {
  const { service, elsewhere } = await withPeople(t, { SVC_2FA_REQUIRED_TIER: '1' });
  const token = await service.tokenOf('glavna@example.hr');
  await enrolSecondFactor(service, authenticatorApp(t), token);
  const admin = await service.tokenOf('admin@example.hr');
  assert.equal(await rename(service, admin), '2fa.enrol_required');
  const { body } = await service.call(`GET ${POLICY}`, { token });
  assert.deepEqual(body, { rules: [], default_roles: ['superadmin', 'admin'] });
  const weaker = await put(service, token, elsewhere, { admin: 5 });
  assert.deepEqual([weaker.status, weaker.body.code], [409, 'factor_policy.weaker']);
  assert.equal((await put(service, token, null, { admin: 5 })).status, 200);
  assert.equal(await rename(service, admin), 'ok');
  assert.equal((await put(service, token, elsewhere, { admin: 6 })).body.code, 'factor_policy.weaker');
  assert.equal((await put(service, token, elsewhere, { admin: 0 })).status, 200);
  assert.equal(await rename(service, await service.tokenOf('vesla@example.hr')), '2fa.enrol_required');
  assert.equal(await rename(service, admin), 'ok', 'a rule of another tenant');
  await put(service, token, elsewhere, {});
  await put(service, token, null, {});
  assert.equal(await rename(service, admin), '2fa.enrol_required');
});

test('an administrator rules their own tenant, no role above theirs, and not without a recent sign-in', async (t) => {
  const { service, elsewhere, token } = await withPeople(t);
  const admin = await service.tokenOf('admin@example.hr');
  await put(service, token, 1, { superadmin: 30, member: 20 });
  await put(service, token, elsewhere, { guest: 1 });
  await service.audit.forget();
  for (const [tenant, rules, status, code] of [
    [null, { member: 1 }, 403, 'factor_policy.every_tenant'],
    [elsewhere, { member: 1 }, 404, 'tenants.not_found'],
    [999, { member: 1 }, 404, 'tenants.not_found'],
    [1, { superadmin: 1 }, 403, 'users.tier'],
    [1, { member: -1 }, 422, 'request.invalid'],
    [1, { member: 366 }, 422, 'request.invalid'],
    [1, { member: 1.5 }, 422, 'request.invalid'],
    [1, { nitko: 1 }, 422, 'request.invalid'],
  ] as const) {
    const refused = await put(service, admin, tenant, rules);
    assert.deepEqual([refused.status, refused.body.code], [status, code], JSON.stringify([tenant, rules]));
  }
  const twice = {
    tenant_id: 1,
    rules: [
      { role: 'member', grace_days: 1 },
      { role: 'member', grace_days: 2 },
    ],
  };
  assert.equal((await service.call(`PUT ${POLICY}`, { token: admin, body: twice })).status, 422);
  assert.deepEqual(await service.audit.actions(), []);
  const set = await put(service, admin, 1, { manager: 3, member: 20 });
  assert.deepEqual(
    set.body.rules.map(({ tenant_id, role }: { tenant_id: number; role: string }) => [tenant_id, role]),
    [
      [1, 'manager'],
      [1, 'member'],
      [1, 'superadmin'],
    ],
    'what is above their role stays, and of another tenant nothing is told',
  );
  assert.equal((await service.call(`GET ${POLICY}`, { token })).body.rules.length, 4);
  service.clock.advance(minutes(11));
  assert.equal((await put(service, admin, 1, {})).body.code, 'reauth.required');
  assert.equal((await service.call(`GET ${POLICY}`, { token: await service.tokenOf('ana@example.hr') })).status, 403);
});

test('an administrator makes a superadmin’s rule stricter, and neither weakens nor drops it', async (t) => {
  const { service, token } = await withPeople(t);
  const admin = await service.tokenOf('admin@example.hr');
  await put(service, token, 1, { member: 20 });
  await service.audit.forget();
  const weaker: Record<string, number>[] = [{}, { manager: 3 }, { member: 21 }, { member: 365, manager: 3 }];
  for (const rules of weaker) {
    const refused = await put(service, admin, 1, rules);
    assert.deepEqual([refused.status, refused.body.code], [409, 'factor_policy.set_above'], JSON.stringify(rules));
  }
  assert.deepEqual(await service.audit.actions(), []);
  assert.deepEqual(
    (await service.call(`GET ${POLICY}`, { token: admin })).body.rules.map(
      ({ role, grace_days, most_days }: Record<string, unknown>) => [role, grace_days, most_days],
    ),
    [['member', 20, 20]],
    'a refusal changes nothing',
  );
  const stricter: Record<string, number>[] = [{ member: 5, manager: 3 }, { member: 20, manager: 60 }, { member: 20 }];
  for (const rules of stricter) assert.equal((await put(service, admin, 1, rules)).status, 200, JSON.stringify(rules));
  assert.equal((await put(service, admin, 1, { member: 21 })).body.code, 'factor_policy.set_above', 'theirs still');
  assert.equal((await put(service, admin, 1, { member: 20, manager: 3 })).status, 200);
  assert.equal((await put(service, token, 1, { member: 20, manager: 3 })).status, 200);
  assert.equal((await put(service, admin, 1, { member: 20 })).body.code, 'factor_policy.set_above', 'theirs now');
  assert.equal((await put(service, token, 1, {})).status, 200);
  assert.equal((await put(service, admin, 1, { member: 90 })).status, 200, 'nobody’s again');
  assert.deepEqual(
    await service.audit.actions(),
    Array.from({ length: 7 }, () => 'factor_policy.change'),
  );
});

test('those who lack one are listed by name, found by words, and narrowed by tenant and role', async (t) => {
  const { service, elsewhere, token } = await withPeople(t);
  const list = async (query = '', by = token) => {
    const { status, body } = await service.call(`GET ${POLICY}/missing${query}`, { token: by });
    assert.equal(status, 200);
    return body;
  };
  assert.deepEqual(await list(), { items: [], total: 0, total_is_capped: false, limit: 50, next_cursor: null });
  const due = instantAt(service.clock.now() + 10 * DAY);
  await put(service, token, null, { admin: 10 });
  await put(service, token, 1, { member: 10 });
  await service.addPerson({ email: 'vanjski@example.hr', tenantId: elsewhere });
  await service.addPerson({ email: 'pozvan@example.hr', status: 'invited', passwordHash: null });
  const names = (body: { items: { email: string }[] }) => body.items.map(({ email }) => email);
  const all = await list();
  assert.deepEqual(names(all), ['ana@example.hr', 'admin@example.hr', 'vesla@example.hr']);
  assert.deepEqual([all.total, all.items[0].due_at, all.items[0].reminded_at], [3, due, null]);
  assert.deepEqual(names(await list('?q=hor')), ['admin@example.hr']);
  assert.deepEqual(names(await list('?q=nitko')), []);
  assert.deepEqual(names(await list('?q=%21')), []);
  assert.deepEqual(names(await list('?role=admin')), ['admin@example.hr', 'vesla@example.hr']);
  assert.deepEqual(names(await list('?role=guest')), []);
  assert.deepEqual(names(await list(`?tenant_id=${elsewhere}`)), ['vesla@example.hr']);
  const first = await list('?limit=2');
  assert.deepEqual(names(first), ['ana@example.hr', 'admin@example.hr']);
  assert.deepEqual(names(await list(`?limit=2&cursor=${first.next_cursor}`)), ['vesla@example.hr']);
  const admin = await service.tokenOf('admin@example.hr');
  assert.deepEqual(names(await list('', admin)), ['ana@example.hr', 'admin@example.hr']);
  assert.equal((await service.call(`GET ${POLICY}/missing?tenant_id=${elsewhere}`, { token: admin })).status, 404);
  await enrolSecondFactor(service, authenticatorApp(t), admin);
  assert.deepEqual(names(await list()), ['ana@example.hr', 'vesla@example.hr']);
});

test('they are reminded by mail, nobody twice in seven days, and only those in reach', async (t) => {
  const { service, elsewhere, token } = await withPeople(t);
  await put(service, token, null, { admin: 30, member: 0 });
  const ana = await service.tokenOf('ana@example.hr');
  await service.audit.forget();
  const admin = await service.tokenOf('admin@example.hr');
  const remind = async (by: string, body: object = {}) =>
    service.call(`POST ${POLICY}/missing/remind`, { token: by, body });
  assert.equal((await remind(ana)).status, 403);
  assert.equal((await remind(admin, { tenant_id: elsewhere })).status, 404);
  const done = await remind(admin);
  assert.deepEqual([done.status, done.body], [200, { reminded: 2, recently: 0, more: false }]);
  const due = instantAt(service.clock.now() + 30 * DAY);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address, params }) => [kind, to_address, params.due_at]),
    [
      ['second-factor-missing', 'admin@example.hr', due],
      ['second-factor-missing', 'ana@example.hr', ''],
    ],
  );
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => ({ action, meta })),
    [
      { action: 'factor_policy.remind', meta: { reminded: 1 } },
      { action: 'factor_policy.remind', meta: { reminded: 1 } },
    ],
    'role by role',
  );
  assert.deepEqual((await remind(token)).body, { reminded: 1, recently: 2, more: false });
  assert.deepEqual((await remind(token)).body, { reminded: 0, recently: 3, more: false });
  assert.deepEqual(
    (await service.mails.take()).map(({ to_address }) => to_address),
    ['vesla@example.hr'],
  );
  assert.deepEqual(await service.audit.actions(), ['factor_policy.remind']);
  service.clock.advance(7 * DAY);
  const later = await service.tokenOf('glavna@example.hr');
  assert.deepEqual((await remind(later, { role: 'member', q: 'babi' })).body, {
    reminded: 1,
    recently: 0,
    more: false,
  });
});

test('of calls at once each person gets one mail', async (t) => {
  const { service, token } = await withPeople(t);
  await put(service, token, null, { member: 5 });
  for (let number = 0; number < 30; number++) await service.addPerson({ passwordHash: null });
  await service.audit.forget();
  const calls = Array.from({ length: 6 }, () => service.call(`POST ${POLICY}/missing/remind`, { token, body: {} }));
  const told = (await Promise.all(calls)).map(({ body }) => body.reminded);
  assert.equal(
    told.reduce((sum, count) => sum + count, 0),
    31,
  );
  const mails = await service.mails.take();
  assert.deepEqual([mails.length, new Set(mails.map(({ to_address }) => to_address)).size], [31, 31]);
});

test('many are reminded in short transactions', async (t) => {
  const { service, token } = await withPeople(t);
  await put(service, token, null, { guest: 5 });
  for (let number = 0; number < 450; number++) await service.addPerson({ role: 'guest', passwordHash: null });
  await service.audit.forget();
  const { body } = await service.call(`POST ${POLICY}/missing/remind`, { token, body: {} });
  assert.deepEqual(body, { reminded: 450, recently: 0, more: false });
  assert.deepEqual(
    (await service.audit.take()).map(({ meta }) => meta),
    [{ reminded: 200 }, { reminded: 200 }, { reminded: 50 }],
  );
});

test('a rule costs a call no statement', async (t) => {
  const { service, token } = await withPeople(t);
  const ana = await service.tokenOf('ana@example.hr');
  const statements = listenToStatements(t);
  const taken = async () => {
    await meOf(service, ana);
    statements.taken();
    await meOf(service, ana);
    return statements.taken();
  };
  const before = await taken();
  await put(service, token, null, { member: 5 });
  await put(service, token, 1, { member: 4 });
  assert.deepEqual(await taken(), before);
});

test('an invitation signs in where the grace lasts, and not where enrolment comes first', async (t) => {
  const { service, token } = await withPeople(t);
  const accept = async (email: string) => {
    const body = { email, ime: 'Ivo', prezime: 'Ivić', role: 'member' };
    const { invite_link } = (await service.call('POST /api/admin/users', { token, body })).body;
    const link = new URL(invite_link).searchParams.get('token');
    const chosen = { token: link, new_password: 'sasvim nova lozinka', sign_in: true };
    return (await service.call('POST /api/auth/setup-password', { body: chosen })).body;
  };
  await put(service, token, null, { member: 5 });
  assert.equal((await accept('jedan@example.hr')).user.enrol_by, instantAt(service.clock.now() + 5 * DAY));
  await put(service, token, null, { member: 0 });
  assert.equal((await accept('dva@example.hr')).user, undefined);
});

test('that somebody was reminded is exported and goes with them', async (t) => {
  const { service, token } = await withPeople(t);
  const { id } = await service.addPerson({ email: 'eva@example.hr' });
  const exported = () => factorPolicyPersonalData.exportOf(service.database.read, id);
  assert.deepEqual(await exported(), { second_factor_reminded_at: null });
  await put(service, token, null, { member: 5 });
  await service.call(`POST ${POLICY}/missing/remind`, { token, body: {} });
  const at = nowOf(service.clock);
  assert.deepEqual(await exported(), { second_factor_reminded_at: at });
  for (const _ of ['once', 'and again'])
    await service.database.transaction((tx) => factorPolicyPersonalData.erase(tx, id, at));
  assert.deepEqual(await exported(), { second_factor_reminded_at: null });
});
