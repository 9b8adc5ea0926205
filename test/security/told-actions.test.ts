import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueActionToken } from '../../src/accounts/action-tokens/issue-action-token.ts';
import type { User } from '../../src/accounts/users/user.ts';
import { CAPABILITIES, type Capability } from '../../src/platform/http/capabilities.ts';
import { nowOf, parseInstant } from '../../src/platform/kernel/clock.ts';
import { ROLES, type Role } from '../../src/platform/kernel/role.ts';
import {
  addBulkJob,
  addDocument,
  addErasure,
  addImport,
  addMail,
  addTransfer,
  type More,
} from '../support/staged-rows.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/**
 * Compares the `actions` of responses with what the routes then allow: both must be the same.
 */
const LOOKERS = ['superadmin', 'admin', 'manager'] as const;

interface Seat {
  readonly service: TestService;
  readonly role: Role;
  readonly id: number;
  readonly token: string;
  readonly elsewhere: number;
}

async function seatFor(service: TestService, role: Role, elsewhere: number): Promise<Seat> {
  const { id, email } = await service.addPerson({ role });
  return { service, role, id, token: await service.tokenOf(email), elsewhere };
}

const isDone = (status: number) => status >= 200 && status < 300;

interface Try {
  readonly target: string;
  readonly body?: unknown;
}

interface Judged {
  readonly told: string;
  /** Creates a new thing for each attempt. */
  readonly make: () => Promise<number>;
  /** The `actions` that the caller sees. */
  readonly actionsOf: (id: number) => Promise<readonly string[]>;
  readonly tries: Readonly<Record<string, (id: number) => Try>>;
}

/** Tries each act on a separate thing: it must succeed if `actions` named it, and be refused otherwise. */
async function judge({ service, token }: Seat, { told, make, actionsOf, tries }: Judged): Promise<void> {
  const [said, done]: [string[], string[]] = [[], []];
  for (const [action, tryOn] of Object.entries(tries)) {
    const id = await make();
    const named = await actionsOf(id);
    for (const one of named) assert.ok(one in tries, `${told}: nothing tries ${one}`);
    if (named.includes(action)) said.push(action);
    const { target, body } = tryOn(id);
    const { status, text } = await service.call(target, { token, ...(body === undefined ? {} : { body }) });
    assert.ok(isDone(status) || [403, 404, 409].includes(status), `${told} ${action}: ${status} ${text.slice(0, 200)}`);
    if (isDone(status)) done.push(action);
  }
  assert.deepEqual([told, said], [told, done]);
}

/** The `actions` of one thing in a list; none if the caller does not see the thing or the list. */
const inList =
  ({ service, token }: Seat, target: string) =>
  async (id: number): Promise<readonly string[]> => {
    const { status, body } = await service.call(target, { token });
    if (status === 403) return [];
    assert.equal(status, 200);
    return body.items.find((item: { id: number }) => item.id === id)?.actions ?? [];
  };

test('capabilities match the access of the routes', async (t) => {
  const service = await startTestService(t);
  const guarded = service.routes.flatMap(({ method, path, access }) =>
    access.kind === 'bearer' && access.capability ? [{ method, path, needs: access.capability }] : [],
  );
  const needed = new Set<Capability>(guarded.map(({ needs }) => needs));
  assert.deepEqual([...needed].sort(), [...CAPABILITIES].sort(), 'each is asked for by a route');
  for (const role of ROLES) {
    const { token } = await seatFor(service, role, 0);
    const { capabilities } = (await service.call('GET /api/auth/me', { token })).body;
    for (const { method, path, needs } of guarded) {
      const url = path.replaceAll(/:\w+/g, '999999');
      const { body } = await service.call(`${method} ${url}`, { token });
      const told = `${role}: ${method} ${path}`;
      assert.deepEqual([told, body?.code !== 'access.role'], [told, capabilities.includes(needs)]);
    }
  }
});

const PAGE_CALLS = {
  overview: 'GET /api/admin/stats',
  directory: 'GET /api/admin/users',
  users: 'GET /api/admin/users',
  invitations: 'GET /api/admin/invitations',
  imports: 'GET /api/admin/imports',
  transfers: 'GET /api/admin/transfers',
  audit: 'GET /api/admin/audit',
  privacy: 'GET /api/admin/gdpr/erasure-requests',
  mails: 'GET /api/admin/mails',
  documents: 'GET /api/documents',
  tenants: 'GET /api/admin/tenants/1',
  factors: 'GET /api/admin/factor-policy',
  identityProviders: 'GET /api/admin/identity-providers',
  applications: 'GET /api/admin/applications',
} as const;

test('pages, grantable roles and the start page match the access of the routes', async (t) => {
  const service = await startTestService(t);
  for (const role of ROLES) {
    const { token, id } = await seatFor(service, role, 0);
    const me = (await service.call('GET /api/auth/me', { token })).body;
    const opened: string[] = [];
    for (const [page, call] of Object.entries(PAGE_CALLS))
      if ((await service.call(call, { token })).status === 200) opened.push(page);
    assert.deepEqual([role, me.pages], [role, opened]);
    assert.equal(me.start, opened.includes('overview') ? 'overview' : 'profile');
    const granted: string[] = [];
    for (const [index, given] of ROLES.entries()) {
      const body = { email: `dobiva${id}-${index}@example.hr`, ime: 'Nova', prezime: 'Osoba', role: given };
      if (isDone((await service.call('POST /api/admin/users', { token, body })).status)) granted.push(given);
    }
    assert.deepEqual([role, me.grantable_roles], [role, granted]);
  }
});

test('a person who must enrol is told so, and refused everything else', async (t) => {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '1' });
  for (const role of ROLES) {
    const { email } = await service.addPerson({ role });
    const signedIn = (await service.signIn(email)).body;
    const token = signedIn.access_token;
    const me = (await service.call('GET /api/auth/me', { token })).body;
    assert.deepEqual(me, signedIn.user);
    const held = (await service.call('GET /api/documents/999999', { token })).body.code === '2fa.enrol_required';
    assert.deepEqual([role, me.must_enrol], [role, held]);
    assert.equal(held, role === 'superadmin' || role === 'admin');
  }
});

type Change = Partial<
  Pick<User, 'status' | 'deleted_at' | 'deleted_status' | 'two_factor_enabled_at' | 'passkey_host'>
>;

const BEFORE = parseInstant('2026-01-01T00:00:00.000Z');

/** What a person may be like; times are before the clock of the test. */
const STATES: Readonly<Record<string, Change>> = {
  active: {},
  invited: { status: 'invited' },
  suspended: { status: 'suspended' },
  'with a second factor': { two_factor_enabled_at: BEFORE },
  'just deleted': { status: 'deleted', deleted_at: parseInstant('2026-02-28T10:00:00.000Z'), deleted_status: 'active' },
  'deleted long ago': { status: 'deleted', deleted_at: BEFORE, deleted_status: 'active' },
};

async function addChanged({ service }: Seat, person: { role?: Role; tenantId?: number }, change: Change) {
  const added = await service.addPerson(person);
  if (Object.keys(change).length > 0)
    await service.database.transaction((tx) =>
      tx.updateTable('users').set(change).where('id', '=', added.id).execute(),
    );
  return added;
}

const ofUser = (method: string, tail: string, body?: unknown) => (id: number) => ({
  target: `${method} /api/admin/users/${id}${tail}`,
  ...(body === undefined ? {} : { body }),
});

const USER_TRIES = (elsewhere: number): Judged['tries'] => ({
  edit: ofUser('PATCH', '', { ime: 'Promijenjena' }),
  move: ofUser('PATCH', '', { tenant_id: elsewhere + 1 }),
  set_role: ofUser('PUT', '/role', { role: 'guest' }),
  invite: ofUser('POST', '/invite'),
  reset_password: ofUser('POST', '/reset-password'),
  reset_two_factor: ofUser('DELETE', '/2fa'),
  reset_passkeys: ofUser('DELETE', '/passkeys'),
  suspend: ofUser('POST', '/suspend'),
  unsuspend: ofUser('POST', '/unsuspend'),
  unlock: ofUser('POST', '/unlock'),
  end_sessions: ofUser('DELETE', '/sessions'),
  export: (id) => ({ target: `GET /api/admin/gdpr/users/${id}/export` }),
  delete: ofUser('DELETE', ''),
  restore: ofUser('POST', '/restore'),
});

test('exactly the actions of a person are allowed', async (t) => {
  const service = await startTestService(t);
  const elsewhere = (await service.addTenant('Klub')).id;
  await service.addTenant('Treći klub');
  for (const looker of LOOKERS) {
    const seat = await seatFor(service, looker, elsewhere);
    const actionsOf = async (id: number) =>
      (await service.call(`GET /api/admin/users/${id}`, { token: seat.token })).body.actions ?? [];
    const tries = USER_TRIES(elsewhere);
    for (const [state, change] of Object.entries(STATES)) {
      const make = async () => (await addChanged(seat, {}, change)).id;
      await judge(seat, { told: `${looker}, a member ${state}`, make, actionsOf, tries });
    }
    for (const role of ['superadmin', 'admin', 'manager'] as const) {
      const make = async () => (await service.addPerson({ role })).id;
      await judge(seat, { told: `${looker}, a ${role}`, make, actionsOf, tries });
    }
    const stranger = async () => (await service.addPerson({ tenantId: elsewhere })).id;
    await judge(seat, { told: `${looker}, a stranger`, make: stranger, actionsOf, tries });
    await judge(seat, { told: `${looker}, themselves`, make: async () => seat.id, actionsOf, tries });
    const { id } = await service.addPerson({ ime: 'Jedina', prezime: 'Ovakva' });
    assert.deepEqual(await inList(seat, 'GET /api/admin/users?q=ovakva')(id), await actionsOf(id));
  }
});

const INVITATIONS: Readonly<Record<string, More>> = {
  pending: {},
  expired: { expires_at: BEFORE },
  used: { used_at: BEFORE },
  replaced: { replaced_at: BEFORE },
  cancelled: { cancelled_at: BEFORE },
};

test('exactly the actions of an invitation are allowed', async (t) => {
  const service = await startTestService(t);
  const elsewhere = (await service.addTenant('Klub')).id;
  for (const looker of LOOKERS) {
    const seat = await seatFor(service, looker, elsewhere);
    const tries = {
      resend: (id: number) => ({ target: `POST /api/admin/invitations/${id}/resend` }),
      cancel: (id: number) => ({ target: `DELETE /api/admin/invitations/${id}` }),
    };
    const checkOne = (told: string, state: string, person: { role?: Role; tenantId?: number }, change: Change) =>
      judge(seat, {
        told: `${looker}: ${told}`,
        make: async () => {
          const { id: userId } = await addChanged(seat, person, change);
          return service.database.transaction(async (tx) => {
            const wanted = { userId, kind: 'invite', now: service.clock.now(), createdBy: null, ip: null } as const;
            const { id } = await issueActionToken(tx, service.keys, wanted);
            const set = { ...INVITATIONS[state] };
            if (Object.keys(set).length > 0)
              await tx.updateTable('action_tokens').set(set).where('id', '=', id).execute();
            return id;
          });
        },
        actionsOf: inList(seat, `GET /api/admin/invitations?state=${state}&limit=200`),
        tries,
      });
    for (const state of Object.keys(INVITATIONS)) await checkOne(`a member’s, ${state}`, state, {}, {});
    await checkOne('a deleted member’s', 'pending', {}, STATES['just deleted'] ?? {});
    await checkOne('an admin’s', 'pending', { role: 'admin' }, {});
    await checkOne('a stranger’s', 'pending', { tenantId: elsewhere }, {});
  }
});

test('exactly the actions of a document are allowed', async (t) => {
  const service = await startTestService(t);
  const elsewhere = (await service.addTenant('Klub')).id;
  const tries = {
    edit: (id: number) => ({ target: `PUT /api/admin/documents/${id}`, body: { title: 'Drugi' } }),
    delete: (id: number) => ({ target: `DELETE /api/admin/documents/${id}` }),
  };
  for (const role of ROLES) {
    const seat = await seatFor(service, role, elsewhere);
    for (const tenantId of [1, elsewhere])
      await judge(seat, {
        told: `${role}, a document of tenant ${tenantId}`,
        make: () => addDocument(service, tenantId),
        actionsOf: inList(seat, 'GET /api/documents?limit=200'),
        tries,
      });
  }
  const id = await addDocument(service, 1);
  assert.deepEqual((await service.call(`GET /api/documents/${id}`)).body.actions, [], 'nobody’s');
});

test('exactly the actions of an import are allowed', async (t) => {
  const service = await startTestService(t);
  const elsewhere = (await service.addTenant('Klub')).id;
  const states: readonly More[] = [
    ...['queued', 'running', 'completed', 'failed', 'undone'].map((status) => ({ status })),
    { mode: 'dry-run' },
  ];
  for (const looker of LOOKERS) {
    const seat = await seatFor(service, looker, elsewhere);
    for (const tenantId of [1, elsewhere])
      for (const more of states)
        await judge(seat, {
          told: `${looker}, tenant ${tenantId}, ${JSON.stringify(more)}`,
          make: () => addImport(service, tenantId, more),
          actionsOf: inList(seat, 'GET /api/admin/imports?limit=200'),
          tries: { undo: (id) => ({ target: `POST /api/admin/imports/${id}/undo` }) },
        });
  }
});

test('exactly the actions of a bulk act are allowed', async (t) => {
  const service = await startTestService(t);
  const elsewhere = (await service.addTenant('Klub')).id;
  const states: readonly More[] = [
    ...['queued', 'running', 'completed', 'failed', 'undone'].map((status) => ({ status })),
    { done: 0 },
    { undone: 1 },
  ];
  for (const looker of LOOKERS) {
    const seat = await seatFor(service, looker, elsewhere);
    for (const tenantId of [1, elsewhere])
      for (const more of states)
        await judge(seat, {
          told: `${looker}, tenant ${tenantId}, ${JSON.stringify(more)}`,
          make: async () => {
            await service.bulkActs.runDue(); // one lives at a time
            return addBulkJob(service, tenantId, seat.id, more);
          },
          actionsOf: inList(seat, 'GET /api/admin/bulk-acts?limit=200'),
          tries: { undo: (id) => ({ target: `POST /api/admin/bulk-acts/${id}/undo` }) },
        });
  }
});

test('exactly the actions of a transfer are allowed', async (t) => {
  const service = await startTestService(t);
  const [elsewhere, third] = [(await service.addTenant('Klub')).id, (await service.addTenant('Treći klub')).id];
  const young = { created_at: nowOf(service.clock) };
  const states: readonly More[] = [
    {},
    young,
    { state: 'released', released_at: BEFORE },
    { state: 'refused', ended_at: BEFORE },
    { expires_at: BEFORE },
  ];
  const tries = Object.fromEntries(
    ['release', 'refuse', 'withdraw'].map((act) => [
      act,
      (id: number) => ({ target: `POST /api/admin/transfers/${id}/${act}` }),
    ]),
  );
  const sides = [
    [1, elsewhere],
    [elsewhere, 1],
    [elsewhere, third],
  ] as const;
  for (const looker of LOOKERS) {
    const seat = await seatFor(service, looker, elsewhere);
    for (const [from, to] of sides)
      for (const more of states)
        await judge(seat, {
          told: `${looker}, from ${from} to ${to}, ${JSON.stringify(more)}`,
          make: async () => {
            const { id: userId } = await service.addPerson({ tenantId: from });
            return addTransfer(service, { from, to, userId }, more);
          },
          actionsOf: inList(seat, `GET /api/admin/transfers?limit=200&state=${'ended_at' in more ? 'ended' : 'open'}`),
          tries,
        });
  }
});

const REASON = { reason: 'Nije moguće' };
const decided =
  (tail: string, body?: unknown, method = 'POST') =>
  (id: number) => ({
    target: `${method} /api/admin/gdpr/erasure-requests/${id}${tail}`,
    ...(body === undefined ? {} : { body }),
  });

test('exactly the actions of a request are allowed', async (t) => {
  const service = await startTestService(t);
  const elsewhere = (await service.addTenant('Klub')).id;
  const states: readonly More[] = [
    {},
    { legal_hold_at: BEFORE, legal_hold_reason: 'Spor' },
    { extended_at: BEFORE, extension_reason: 'Opsežno' },
    { status: 'failed', failed_at: BEFORE },
    { status: 'rejected' },
    { status: 'cancelled', cancelled_at: BEFORE },
  ];
  const tries = {
    read: decided('', undefined, 'GET'),
    approve: decided('/approve'),
    reject: decided('/reject', REASON),
    extend: decided('/extend', REASON),
    hold: decided('/legal-hold', { held: true, reason: 'Spor' }, 'PUT'),
    certificate: decided('/certificate', undefined, 'GET'),
  };
  for (const looker of LOOKERS) {
    const seat = await seatFor(service, looker, elsewhere);
    const checkOne = (told: string, person: { role?: Role; tenantId?: number } | undefined, more: More) =>
      judge(seat, {
        told: `${looker}: ${told} ${JSON.stringify(more)}`,
        make: async () => addErasure(service, person ? (await service.addPerson(person)).id : seat.id, more),
        actionsOf: inList(seat, 'GET /api/admin/gdpr/erasure-requests?limit=200'),
        tries,
      });
    for (const more of states) await checkOne('a member’s', {}, more);
    for (const role of ['superadmin', 'admin', 'manager'] as const) await checkOne(`a ${role}’s`, { role }, {});
    await checkOne('a stranger’s', { tenantId: elsewhere }, {});
    await checkOne('their own', undefined, {});
  }
});

test('exactly the actions of a mail are allowed', async (t) => {
  const service = await startTestService(t);
  const elsewhere = (await service.addTenant('Klub')).id;
  const states: readonly More[] = [
    ...['queued', 'sending', 'sent', 'failed', 'cancelled'].map((state) => ({ state })),
    { params: '{}' },
  ];
  for (const looker of LOOKERS) {
    const seat = await seatFor(service, looker, elsewhere);
    const checkOne = (told: string, make: () => Promise<number>) =>
      judge(seat, {
        told: `${looker}: ${told}`,
        make,
        actionsOf: inList(seat, 'GET /api/admin/mails?limit=200'),
        tries: { resend: (id) => ({ target: `POST /api/admin/mails/${id}/resend` }) },
      });
    for (const more of states)
      await checkOne(`a notice ${JSON.stringify(more)}`, async () => addMail(service, await service.addPerson(), more));
    await checkOne('a stranger’s', async () => addMail(service, await service.addPerson({ tenantId: elsewhere })));
    const withLink =
      (person: { role?: Role }, change: Change, more: More = {}) =>
      async () => {
        const user = await addChanged(seat, person, change);
        const wanted = { userId: user.id, now: service.clock.now(), createdBy: null, ip: null };
        await service.database.transaction((tx) => issueActionToken(tx, service.keys, { ...wanted, kind: 'invite' }));
        const secret_ref = JSON.stringify({ kind: 'link', path: '/setup-password', seed: 'x' });
        return addMail(service, user, { kind: 'invitation', secret_ref, ...more });
      };
    for (const [state, change] of Object.entries(STATES))
      await checkOne(`an invitation of a member ${state}`, withLink({}, change));
    await checkOne('an invitation of an admin', withLink({ role: 'admin' }, {}));
    await checkOne('to an older address', withLink({}, {}, { to_address: 'stara@example.hr' }));
  }
});
