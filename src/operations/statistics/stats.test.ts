// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { days, hours, minutes } from '../../platform/kernel/durations.ts';
import type { Role } from '../../platform/kernel/role.ts';

/** The token of a sign-in, without clearing the audit log. */
async function tokenFor(service: TestService, email: string): Promise<string> {
  return (await service.signIn(email)).body.access_token;
}

async function open(service: TestService, role: Role = 'admin'): Promise<string> {
  const email = `${role}@example.hr`;
  await service.addPerson({ email, role });
  return email;
}

const figures = async (service: TestService, email: string, query = '') =>
  (await service.call(`GET /api/admin/stats${query}`, { token: await tokenFor(service, email) })).body;

test('thirty days are compared with the thirty before', async (t) => {
  const service = await startTestService(t);
  const admin = await open(service);
  await service.signIn(admin, 'krivo'); // of neither span, but the log reaches back
  service.clock.advance(days(20));
  await service.signIn(admin, 'krivo');
  await service.signIn(admin, 'krivo');
  await tokenFor(service, admin);
  service.clock.advance(days(30));
  const body = { email: 'nova@example.hr', ime: 'Nova', prezime: 'Novak', role: 'member', invite: false };
  const token = await tokenFor(service, admin);
  const { id } = (await service.call('POST /api/admin/users', { token, body })).body;
  await withGoogle(service, id);
  service.clock.advance(days(15));
  const { trend, sign_ins } = await figures(service, admin);
  assert.deepEqual(trend, {
    joined: { last: 1, before: 0 },
    signed_in: { last: 3, before: 1 },
    failed: { last: 0, before: 2 },
    secured: { last: 0, before: 0 },
  });
  const gone = await service.call(`DELETE /api/admin/users/${id}`, { token: await tokenFor(service, admin) });
  assert.equal(gone.status, 204);
  assert.equal((await figures(service, admin)).trend.joined.last, 0, 'who has left again is no new person');
  assert.deepEqual([sign_ins.length, sign_ins[14].ok, sign_ins[29].ok], [30, 2, 1], 'a sign-in by Google counts');
});

const withGoogle = (service: TestService, userId: number) =>
  service.database.transaction((tx) =>
    recordAudit(tx, byOperator(['google.login'], nowOf(service.clock)), {
      action: 'google.login',
      about: { id: userId, tenant_id: 1 },
      meta: { sid: '', second_factor: false, linked: true },
    }),
  );

test('periods that the log does not cover completely have no figures', async (t) => {
  const service = await startTestService(t);
  const admin = await open(service);
  await service.signIn(admin, 'krivo');
  service.clock.advance(days(58));
  assert.equal((await figures(service, admin)).trend.failed.before, null, 'the log began within it');
  service.clock.advance(days(3));
  assert.equal((await figures(service, admin)).trend.failed.before, 0);
  await open(service, 'superadmin');
  await service.signIn(admin, 'krivo');
  service.clock.advance(days(61));
  const club = await service.addTenant('Klub');
  const superadmin = 'superadmin@example.hr';
  assert.equal((await figures(service, superadmin)).trend.joined.before, 0);
  const young = await figures(service, superadmin, `?tenant_id=${club.id}`);
  assert.equal(young.trend.joined.before, null, 'the tenant is younger');
});

test('people are counted by role and status, invitations by state', async (t) => {
  const service = await startTestService(t);
  const admin = await open(service);
  const token = await service.tokenOf(admin);
  const invited = [
    await service.addPerson({ status: 'invited', passwordHash: null }),
    await service.addPerson({ status: 'invited', passwordHash: null }),
  ];
  assert.equal((await figures(service, admin)).users.not_invited, 2, 'nobody is called invited whom nobody invited');
  for (const { id } of [...invited, ...invited.slice(0, 1)])
    await service.call(`POST /api/admin/users/${id}/invite`, { token });
  const writtenAt = nowOf(service.clock);
  const { users, invitations, mails, mail_waiting_since } = await figures(service, admin);
  const byRole = users.by_role_and_status.sort((one: { role: string }, other: { role: string }) =>
    one.role.localeCompare(other.role),
  );
  assert.deepEqual(byRole, [
    { role: 'admin', status: 'active', count: 1 },
    { role: 'member', status: 'invited', count: 2 },
  ]);
  assert.equal(users.not_invited, 0);
  assert.deepEqual(invitations, { sent: 3, pending: 2, used: 0, expired: 0, replaced: 1, cancelled: 0 });
  assert.equal(mails.queued, 3);
  assert.equal(mail_waiting_since, writtenAt);
});

test('requests for erasure are counted by days left, and hidden from managers', async (t) => {
  const service = await startTestService(t);
  const admin = await open(service);
  const manager = await open(service, 'manager');
  const person = await service.addPerson({ email: 'ana@example.hr' });
  const none = {
    pending: 0,
    held: 0,
    failed: 0,
    overdue: 0,
    within_7_days: 0,
    within_30_days: 0,
    later: 0,
    next_due_at: null,
  };
  assert.deepEqual((await figures(service, admin)).erasures, none);
  const own = await tokenFor(service, person.email);
  const { due_at } = (await service.call('POST /api/users/me/gdpr-erase', { token: own })).body;
  const open1 = { ...none, pending: 1, next_due_at: due_at };
  service.clock.advance(hours(1));
  assert.deepEqual((await figures(service, admin)).erasures, { ...open1, within_30_days: 1 });
  service.clock.advance(days(24));
  assert.deepEqual((await figures(service, admin)).erasures, { ...open1, within_7_days: 1 });
  service.clock.advance(days(6));
  assert.deepEqual((await figures(service, admin)).erasures, { ...open1, overdue: 1 });
  assert.equal((await figures(service, manager)).erasures, null);
  const token = await tokenFor(service, admin);
  const [{ id }] = (await service.call('GET /api/admin/gdpr/erasure-requests', { token })).body.items;
  const hold = { held: true, reason: 'sudski postupak' };
  assert.equal(
    (await service.call(`PUT /api/admin/gdpr/erasure-requests/${id}/legal-hold`, { token, body: hold })).status,
    200,
  );
  assert.deepEqual((await figures(service, admin)).erasures, { ...none, pending: 1, held: 1 });
});

test("days are those of the reader's time zone", async (t) => {
  const service = await startTestService(t);
  const admin = await open(service);
  service.clock.advance(Date.parse('2026-07-05T23:55:00Z') - service.clock.now());
  const token = await tokenFor(service, admin);
  const lastOf = async (query: string) =>
    (await service.call(`GET /api/admin/stats${query}`, { token })).body.sign_ins.at(-1);
  const none = { failed: 0, locked: 0 };
  assert.deepEqual(await lastOf(''), { day: '2026-07-05', ok: 1, ...none });
  assert.deepEqual(await lastOf('?tz=Europe/Zagreb'), { day: '2026-07-06', ok: 1, ...none });
  assert.deepEqual(await lastOf('?tz=%2B02:00'), { day: '2026-07-06', ok: 1, ...none });
  service.clock.advance(minutes(10));
  assert.deepEqual(await lastOf(''), { day: '2026-07-06', ok: 0, ...none });
  assert.deepEqual(await lastOf('?tz=Europe/Zagreb'), { day: '2026-07-06', ok: 1, ...none });
  assert.deepEqual(await lastOf('?tz=America/New_York'), { day: '2026-07-05', ok: 1, ...none });
  const days = (await service.call('GET /api/admin/stats?tz=Asia/Kolkata', { token })).body.sign_ins;
  assert.equal(new Set(days.map(({ day }: { day: string }) => day)).size, 30);
  const wrong = await service.call('GET /api/admin/stats?tz=Europe/Atlantis', { token });
  assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.loc ?? wrong.body.detail?.[0]?.loc], [422, ['query', 'tz']]);
});

test('the funnel counts the same people at every step, separately for each club', async (t) => {
  const service = await startTestService(t);
  const { id: club } = await service.addTenant('Klub');
  const admin = await open(service, 'superadmin');
  const token = await tokenFor(service, admin);
  const invite = async (email: string) => {
    const body = { email, ime: 'Nova', prezime: 'Osoba', role: 'member', tenant_id: club };
    const { invite_link } = (await service.call('POST /api/admin/users', { token, body })).body;
    return new URL(invite_link).searchParams.get('token');
  };
  const accept = async (link: string | null, sign_in: boolean) => {
    const body = { token: link, new_password: 'sasvim nova lozinka', sign_in };
    assert.equal((await service.call('POST /api/auth/setup-password', { body })).status, 200);
  };
  await invite('ceka@example.hr');
  await accept(await invite('otvorila@example.hr'), false);
  await accept(await invite('usla@example.hr'), true);
  await service.call('POST /api/admin/users', {
    token,
    body: { email: 'bez@example.hr', ime: 'A', prezime: 'B', role: 'member', tenant_id: club, invite: false },
  });
  const ofClub = (await service.call(`GET /api/admin/stats?tenant_id=${club}`, { token })).body;
  assert.deepEqual([ofClub.funnel, ofClub.tenants], [{ invited: 3, opened: 2, signed_in: 1, secured: 0 }, null]);
  const { tenants } = (await service.call('GET /api/admin/stats', { token })).body;
  assert.deepEqual(tenants, [
    { tenant_id: club, name: 'Klub', people: 4, active: 2, secured: 0, never_signed_in: 3, invitations_pending: 1 },
    { tenant_id: 1, name: 'Savez', people: 1, active: 1, secured: 0, never_signed_in: 0, invitations_pending: 0 },
  ]);
});
