import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from '../../src/platform/http/define-route.ts';
import { nowOf } from '../../src/platform/kernel/clock.ts';
import { minutes } from '../../src/platform/kernel/durations.ts';
import { type Role, tierOf } from '../../src/platform/kernel/role.ts';
import { openAppFixture } from '../support/relying-party.ts';
import { registerService, serviceToken } from '../support/service-fixture.ts';
import { PASSWORD, type TestService } from '../support/test-service.ts';

const POWERFUL = ['superadmin', 'admin', 'manager'] as const;
const STATES = ['active', 'invited', 'suspended', 'deleted'] as const;
const ENV = { SVC_ACCESS_TTL_MIN: '1440' };

interface Subject {
  readonly id: number;
  readonly email: string;
}

/** What the walk sends to a route: for each target a path, with each of the bodies. */
interface Sent {
  readonly target: string;
  readonly body?: unknown;
}

const NEW = { ime: 'Nova', prezime: 'Osoba' };
const bodiesOf = (
  ids: readonly number[],
  club: number,
  stamp: string,
): Readonly<Record<string, readonly unknown[]>> => {
  const edits = [{ tenant_id: club }, { email: `nova-${stamp}@example.hr` }, { ime: 'Druga' }];
  const many = { expected_total: 1, tolerance: 1000 };
  return {
    'PUT /api/admin/users/:id': edits,
    'PATCH /api/admin/users/:id': edits,
    'PUT /api/admin/users/:id/role': [{ role: 'manager' }, { role: 'superadmin' }],
    'POST /api/admin/users': POWERFUL.map((role) => ({ ...NEW, email: `${role}-${stamp}@example.hr`, role })),
    'POST /api/admin/users/bulk': [
      { ids, action: 'unsuspend' },
      { ids, action: 'invite' },
      { ids, action: 'role', role: 'admin' },
      { filter: { status: 'suspended' }, action: 'unsuspend', ...many },
      { filter: { status: 'invited' }, action: 'invite', ...many },
    ],
  };
};

/** What each person of tiers 0 to 2 may do, and what could bring somebody in as one of them. */
async function powers({ database: { read } }: TestService): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  const people = await read.selectFrom('users').selectAll().where('role', 'in', POWERFUL).execute();
  const ids = people.map(({ id }) => id);
  for (const { id, role, tenant_id, status, email } of people) {
    if (status !== 'active' && status !== 'invited') continue;
    held.set(`${id} in tenant ${tenant_id}`, 3 - tierOf(role as Role));
    held.set(`${id} by ${email}`, 1);
  }
  const links = await read.selectFrom('action_tokens').select(['id', 'user_id']).where('user_id', 'in', ids).execute();
  for (const { id, user_id } of links) held.set(`${user_id} by link ${id}`, 1);
  const changes = await read.selectFrom('email_changes').selectAll().where('user_id', 'in', ids).execute();
  for (const { user_id, seed } of changes) held.set(`${user_id} by new address ${seed}`, 1);
  return held;
}

const gains = (before: Map<string, number>, after: Map<string, number>): string[] =>
  [...after].filter(([what, power]) => power > (before.get(what) ?? 0)).map(([what]) => what);

let stamps = 0;

/** People of each tier in each state. */
async function addSubjects(service: TestService): Promise<Subject[]> {
  const made: Subject[] = [];
  for (const role of POWERFUL)
    for (const state of STATES) {
      const status = state === 'deleted' ? 'suspended' : state;
      const email = `${role}-${state}-${stamps++}@example.hr`;
      const passwordHash = status === 'invited' ? null : undefined;
      const person = await service.addPerson({
        role,
        status,
        email,
        ...(passwordHash === null ? { passwordHash } : {}),
      });
      made.push({ id: person.id, email });
      if (state !== 'deleted') continue;
      const deleted = { status: 'deleted', deleted_status: 'active', deleted_at: nowOf(service.clock) } as const;
      await service.database.transaction((tx) =>
        tx.updateTable('users').set(deleted).where('id', '=', person.id).execute(),
      );
    }
  return made;
}

/** A finished bulk act that suspended these people. */
async function suspendMany(service: TestService, token: string): Promise<number> {
  const body = { action: 'suspend', filter: { status: 'active', role: 'manager' }, expected_total: 1, tolerance: 1000 };
  const started = await service.call('POST /api/admin/users/bulk', { token, body });
  assert.equal(started.status, 202, started.text);
  await service.bulkActs.runDue();
  return started.body.id;
}

const acts = (routes: readonly Route[]): string[] =>
  routes.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

/** Other routes are tried once, with the people that are there. */
const ABOUT_PEOPLE = /\/admin\/(?:users|bulk-acts|invitations|mails)/;

async function sentTo(service: TestService, route: string, helper: string, club: number): Promise<Sent[]> {
  const subjects = ABOUT_PEOPLE.test(route) ? await addSubjects(service) : [];
  const { read } = service.database;
  const targets = async (): Promise<readonly (number | string)[]> => {
    if (route.includes('/bulk-acts/:id')) return [await suspendMany(service, helper)];
    if (route.includes('/users/:id')) return subjects.map(({ id }) => id);
    if (!/\/(?:invitations|mails)\/:id/.test(route)) return [1];
    const ids = subjects.map(({ id }) => id);
    for (const id of ids) await service.call(`POST /api/admin/users/${id}/invite`, { token: helper });
    await service.mail.deliverDue();
    const found = route.includes('/mails/')
      ? read.selectFrom('mails').select('id').where('user_id', 'in', ids)
      : read.selectFrom('action_tokens').select('id').where('user_id', 'in', ids);
    return (await found.execute()).map(({ id }) => id);
  };
  const bodies = bodiesOf(
    subjects.map(({ id }) => id),
    club,
    String(stamps++),
  )[route] ?? [undefined];
  const filled = (target: number | string) =>
    route.replace(':id', String(target)).replace(':key', 'x').replace(':uid', 'x');
  return (await targets()).flatMap((target) => bodies.map((body) => ({ target: filled(target), body })));
}

/** The routes by which a walk with this token let somebody do more. */
async function walk(service: TestService, token: string, helperOf: () => Promise<string>, club: number) {
  const raised = new Map<string, string[]>();
  for (const route of acts(service.routes)) {
    const helper = await helperOf();
    const sent = await sentTo(service, route, helper, club);
    for (const { target, body } of sent) {
      const before = await powers(service);
      const answer = await service.call(target, { token, body });
      assert.ok(answer.status < 500, `${target}: ${answer.text}`);
      await service.bulkActs.runDue();
      const gained = gains(before, await powers(service));
      if (gained.length > 0) raised.set(route, [...(raised.get(route) ?? []), ...gained]);
    }
    service.clock.advance(minutes(1));
  }
  return raised;
}

const OWN = /\/api\/auth\/(?:logout|login|refresh)|\/api\/users\/me\/sessions|gdpr-erase/;

async function open(t: Parameters<typeof openAppFixture>[0]) {
  const fixture = await openAppFixture(t, ENV);
  const { service } = fixture;
  const club = await service.addTenant('Klub');
  await service.addPerson({ role: 'superadmin', email: 'pomocnica@example.hr' });
  const helper = await service.tokenOf('pomocnica@example.hr');
  const prove = async (token: string) => {
    const answer = await service.call('POST /api/auth/reauthenticate', { token, body: { password: PASSWORD } });
    assert.equal(answer.status, 200, answer.text);
    return token;
  };
  const withoutOwn = { ...service, routes: service.routes.filter(({ path }) => !OWN.test(path)) };
  return { fixture, service: withoutOwn, club, helper: () => prove(helper), prove };
}

for (const role of ['superadmin', 'admin'] as const)
  test(`no act of a stale ${role} lets anybody of tiers 0 to 2 do more than before`, async (t) => {
    const { service, club, helper } = await open(t);
    await service.addPerson({ role, email: 'stara@example.hr' });
    const token = await service.tokenOf('stara@example.hr');
    service.clock.advance(minutes(11));
    assert.deepEqual(await walk(service, token, helper, club.id), new Map());
  });

test('no act of a service lets anybody of tiers 0 to 2 do more than before', async (t) => {
  const { fixture, service, club, helper } = await open(t);
  const registered = await registerService(fixture, [
    'users:read',
    'users:write',
    'invitations:write',
    'imports:write',
  ]);
  const token = await serviceToken(service, registered);
  service.clock.advance(minutes(1));
  assert.deepEqual(await walk(service, token, helper, club.id), new Map());
});

test('with a fresh sign-in, these are the acts that do', async (t) => {
  const { service, club, helper, prove } = await open(t);
  await service.addPerson({ role: 'superadmin', email: 'nova@example.hr' });
  const token = await service.tokenOf('nova@example.hr');
  const fresh = async () => {
    await prove(token);
    return helper();
  };
  assert.deepEqual(
    [...(await walk(service, token, fresh, club.id)).keys()].sort(),
    [
      ...['PUT /api/admin/users/:id', 'PATCH /api/admin/users/:id', 'PUT /api/admin/users/:id/role'],
      ...['POST /api/admin/users', 'POST /api/admin/users/bulk', 'POST /api/admin/bulk-acts/:id/undo'],
      ...['POST /api/admin/users/:id/invite', 'POST /api/admin/users/:id/reset-password'],
      ...['POST /api/admin/users/:id/restore', 'POST /api/admin/users/:id/unsuspend'],
      ...['POST /api/admin/invitations/:id/resend', 'POST /api/admin/mails/:id/resend'],
    ].sort(),
  );
});
