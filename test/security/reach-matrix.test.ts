// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { TenantId, UserId } from '../../src/platform/kernel/entity-id.ts';
import type { Role } from '../../src/platform/kernel/role.ts';
import { addMembershipFor } from '../support/add-membership.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/**
 * Whose person is it? Every route with the id of a person, for everybody who might ask, on people wholly within their reach, shared
 * with somebody else, and elsewhere. A route that is missing from the table fails.
 *
 * `sees`: whoever reaches one of the person's memberships. `manages`: the same, but managers only read. `owns`: what belongs to the
 * account, so all of the memberships must lie in reach; otherwise `users.shared`. `reads`: like `sees`, for administrators alone.
 */
type Rule = 'sees' | 'reads' | 'manages' | 'owns';

const RULES: Readonly<Record<string, Rule>> = {
  'GET /api/admin/users/:id': 'sees',
  'GET /api/admin/users/:id/memberships': 'reads',
  'GET /api/admin/users/:id/sessions': 'owns',
  'GET /api/admin/users/:id/passkeys': 'owns',
  'GET /api/admin/users/:id/recipients': 'reads',
  'GET /api/admin/gdpr/users/:id/export': 'owns',
  'POST /api/admin/users/:id/memberships': 'manages',
  'PATCH /api/admin/users/:id/memberships/:mid': 'manages',
  'DELETE /api/admin/users/:id/memberships/:mid': 'manages',
  'PUT /api/admin/users/:id/role': 'manages',
  'POST /api/admin/users/:id/suspend': 'manages',
  'POST /api/admin/users/:id/unsuspend': 'manages',
  'DELETE /api/admin/users/:id': 'manages',
  'POST /api/admin/users/:id/restore': 'owns',
  'PUT /api/admin/users/:id': 'owns',
  'PATCH /api/admin/users/:id': 'owns',
  'DELETE /api/admin/users/:id/2fa': 'owns',
  'POST /api/admin/users/:id/invite': 'owns',
  'DELETE /api/admin/users/:id/passkeys': 'owns',
  'POST /api/admin/users/:id/reset-password': 'owns',
  'DELETE /api/admin/users/:id/sessions': 'owns',
  'POST /api/admin/users/:id/unlock': 'owns',
  'POST /api/admin/users/:id/merge': 'owns',
  'POST /api/admin/users/:id/unmerge': 'owns',
};

type Place = 'federation' | 'club' | 'sister' | 'apart';

/** Who asks: where they act, as what, and whether they reach what is below. */
const SEATS = {
  superadmin: { at: 'federation', role: 'superadmin', reaches: ['federation', 'club', 'sister', 'apart'] },
  above: { at: 'federation', role: 'admin', reaches: ['federation', 'club', 'sister'] },
  'above, without reach': { at: 'federation', role: 'admin', reaches: ['federation'] },
  'above, reading': { at: 'federation', role: 'manager', reaches: ['federation', 'club', 'sister'] },
  own: { at: 'club', role: 'admin', reaches: ['club'] },
  beside: { at: 'sister', role: 'admin', reaches: ['sister'] },
  apart: { at: 'apart', role: 'admin', reaches: ['apart'] },
  member: { at: 'club', role: 'member', reaches: [] },
} as const satisfies Readonly<Record<string, { at: Place; role: Role; reaches: readonly Place[] }>>;
type Seat = keyof typeof SEATS;
const SEAT_NAMES = Object.keys(SEATS) as Seat[];

/** Where the person is a member. */
const PEOPLE = {
  'of the club': ['club'],
  'of two clubs': ['club', 'sister'],
  'of the club and one apart': ['club', 'apart'],
  elsewhere: ['apart'],
} as const satisfies Readonly<Record<string, readonly Place[]>>;
type Kind = keyof typeof PEOPLE;
const KINDS = Object.keys(PEOPLE) as Kind[];

function expected(rule: Rule, seat: Seat, kind: Kind): string {
  const { role, reaches } = SEATS[seat];
  const mayCall = role === 'superadmin' || role === 'admin' || (role === 'manager' && rule === 'sees');
  if (!mayCall) return 'access.role';
  const inReach = PEOPLE[kind].filter((place) => (reaches as readonly Place[]).includes(place));
  if (inReach.length === 0) return 'users.not_found';
  return rule === 'owns' && inReach.length < PEOPLE[kind].length ? 'users.shared' : 'allowed';
}

const BODIES: Readonly<Record<string, unknown>> = {
  'PUT /api/admin/users/:id': { ime: 'Ana' },
  'PATCH /api/admin/users/:id': { ime: 'Ana' },
  'PUT /api/admin/users/:id/role': { role: 'guest' },
  'PATCH /api/admin/users/:id/memberships/:mid': { number: null },
};

interface World {
  readonly service: TestService;
  readonly tenants: Readonly<Record<Place, TenantId>>;
  readonly tokens: ReadonlyMap<Seat, string>;
}

async function openWorld(t: TestContext): Promise<World> {
  const service = await startTestService(t);
  const tenants = {
    federation: 1,
    club: (await service.addTenant('Klub Neretva')).id,
    sister: (await service.addTenant('Klub Cetina')).id,
    apart: (await service.addTenant('Drugi savez')).id,
  };
  const { database } = service;
  await database.transaction((tx) =>
    tx.updateTable('tenants').set({ parent_id: 1 }).where('id', 'in', [tenants.club, tenants.sister]).execute(),
  );
  const tokens = new Map<Seat, string>();
  for (const [index, seat] of SEAT_NAMES.entries()) {
    const { at, role, reaches } = SEATS[seat];
    const { id, email } = await service.addPerson({ email: `seat${index}@savez.hr`, role, tenantId: tenants[at] });
    const reach = reaches.length > 1 && role !== 'superadmin' ? 'below' : 'own';
    await database.transaction((tx) =>
      tx.updateTable('memberships').set({ reach }).where('user_id', '=', id).execute(),
    );
    tokens.set(seat, await service.tokenOf(email));
  }
  return { service, tenants, tokens };
}

interface Person {
  readonly id: UserId;
  /** By place. */
  readonly memberships: ReadonlyMap<Place, number>;
}

async function addPerson({ service, tenants }: World, kind: Kind): Promise<Person> {
  const [home, ...others] = PEOPLE[kind];
  const { id } = await service.addPerson({ tenantId: tenants[home], role: 'member' });
  for (const place of others) await addMembershipFor(service, { userId: id, tenantId: tenants[place], role: 'member' });
  const rows = await service.database.read.selectFrom('memberships').selectAll().where('user_id', '=', id).execute();
  const placeOf = (tenantId: TenantId) => PEOPLE[kind].find((place) => tenants[place] === tenantId) ?? home;
  return { id, memberships: new Map(rows.map((row) => [placeOf(row.tenant_id), row.id])) };
}

test('every route with a person asks whose person it is', async (t) => {
  const world = await openWorld(t);
  const { service, tenants, tokens } = world;
  const routes = service.routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => /^\w+ \/api\/admin\/(?:gdpr\/)?users\/:id/.test(route));
  assert.deepEqual(
    routes.filter((route) => RULES[route] === undefined),
    [],
    'routes without a rule',
  );
  assert.deepEqual(
    Object.keys(RULES).filter((route) => !routes.includes(route)),
    [],
    'rules without a route',
  );
  const wrong: string[] = [];
  for (const kind of KINDS) {
    let person = await addPerson(world, kind);
    const twin = await addPerson(world, kind);
    for (const route of routes)
      for (const seat of SEAT_NAMES) {
        const { at, reaches } = SEATS[seat];
        const within = PEOPLE[kind].find((place) => (reaches as readonly Place[]).includes(place)) ?? PEOPLE[kind][0];
        const target = route.replace(':id', String(person.id)).replace(':mid', String(person.memberships.get(within)));
        const bodies: Readonly<Record<string, unknown>> = {
          ...BODIES,
          'POST /api/admin/users/:id/memberships': { tenant_id: tenants[at], role: 'guest' },
          'POST /api/admin/users/:id/merge': { into: twin.id, dry_run: true },
        };
        const call = bodies[route] ? { body: bodies[route] } : {};
        const answer = await service.call(target, { token: tokens.get(seat) ?? '', ...call });
        const isAllowed = answer.status < 300 || answer.status === 409;
        const outcome = isAllowed ? 'allowed' : answer.body.code;
        const wanted = expected(RULES[route] ?? 'sees', seat, kind);
        if (outcome !== wanted) wrong.push(`${route}, ${seat}, ${kind}: ${outcome} (${answer.status}), not ${wanted}`);
        if (isAllowed && !route.startsWith('GET')) person = await addPerson(world, kind);
      }
  }
  assert.deepEqual(wrong, []);
});
