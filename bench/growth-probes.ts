import { pino } from 'pino';
import { listPeople, type PeopleQuery, peopleList } from '../src/accounts/people-search/list-people.ts';
import { peopleKey } from '../src/accounts/people-search/people-sort.ts';
import { secondFactors } from '../src/accounts/permissions/second-factors.ts';
import { findAccountByEmail } from '../src/accounts/users/accounts-store.ts';
import { TENANT_OF_ACCOUNT } from '../src/accounts/users/callers-account.ts';
import { createUser } from '../src/accounts/users/create-user.ts';
import { FACTOR_RULES_OF_USER } from '../src/accounts/users/factor-rules-of-user-store.ts';
import { readSettings } from '../src/entry/app/read-settings.ts';
import { openService } from '../src/entry/start/service.ts';
import { statsReader } from '../src/operations/statistics/stats.ts';
import { zoneOf } from '../src/operations/statistics/stats-wire.ts';
import { byOperator } from '../src/platform/audit/audit-context.ts';
import { listAudit } from '../src/platform/audit/list-audit.ts';
import type { Database } from '../src/platform/database/database.ts';
import { TOTAL_CAP } from '../src/platform/http/list-wire.ts';
import { cursorFrom } from '../src/platform/http/page-cursor.ts';
import { instantAt } from '../src/platform/kernel/clock.ts';
import { days } from '../src/platform/kernel/durations.ts';
import { type Growth, oibOf, SEEDED_UNTIL } from '../tools/seed-growth.ts';

/** A typical query. */
interface Probe {
  readonly name: string;
  readonly ask: (round: number) => Promise<unknown>;
}

const CALLS = 60;
const FEDERATION = 1;

const people = (wanted: Partial<PeopleQuery>): PeopleQuery => ({
  tenantId: undefined,
  q: '',
  byOib: true,
  sort: 'name',
  cursor: undefined,
  limit: 50,
  at: instantAt(SEEDED_UNTIL),
  ...wanted,
});

async function probesOf(database: Database, { users }: Growth): Promise<Probe[]> {
  const list = (name: string, wanted: Partial<PeopleQuery>): Probe => ({
    name,
    ask: () => listPeople(database, people(wanted)),
  });
  const audit = (name: string, filter: object): Probe => ({
    name,
    ask: () =>
      listAudit(database, { tenantId: undefined, ...filter }, { after: undefined, limit: 50, cap: TOTAL_CAP + 1 }),
  });
  const { read } = database;
  const somebody = await read
    .selectFrom('users')
    .select('email')
    .where('id', '=', Math.floor(users / 2))
    .executeTakeFirstOrThrow();
  const middle = await read
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .selectAll('users')
    .select([...TENANT_OF_ACCOUNT, 'tenants.policy_version', ...FACTOR_RULES_OF_USER])
    .orderBy('sort_key')
    .orderBy('users.id')
    .offset(Math.floor(users / 2))
    .limit(1)
    .executeTakeFirstOrThrow();
  const deep = cursorFrom(peopleList('name'), peopleKey('name')(middle));
  const readStats = statsReader(database.bulkRead, secondFactors(-1));
  const reader = { zone: zoneOf('Europe/Zagreb'), now: SEEDED_UNTIL };
  const at = (age: number) => new Date(SEEDED_UNTIL - age).toISOString();
  return [
    list('list, first page', {}),
    list('list, first page, one tenant', { tenantId: FEDERATION }),
    list('list, deep page', { cursor: deep }),
    list('list by role', { role: 'admin' }),
    list('list by role, newest first', { role: 'superadmin', sort: '-created' }),
    list('list by status, newest first', { status: 'deleted', sort: '-created', tenantId: FEDERATION }),
    list('list by role and status', { role: 'manager', status: 'suspended', tenantId: FEDERATION }),
    list('list, never signed in', { signedIn: 'never' }),
    list('list, nobody invited', { invitation: { state: 'none', at: instantAt(SEEDED_UNTIL) } }),
    list('list, invitations that expired', { invitation: { state: 'expired', at: instantAt(SEEDED_UNTIL) } }),
    list('search, rare word', { q: 'zxqv' }),
    list('search, rare word, one tenant', { q: 'zxqv', tenantId: FEDERATION }),
    list('search, one letter', { q: 'm' }),
    list('search, one letter, one tenant', { q: 'm', tenantId: FEDERATION }),
    list('search, two words', { q: 'ana horvat' }),
    list('search, two words, one tenant', { q: 'ana horvat', tenantId: FEDERATION }),
    list('search, two that never meet', { q: 'ivan marija' }),
    list('search, two that never meet, one tenant', { q: 'ivan marija', tenantId: FEDERATION }),
    list('search, by role', { q: 'horvat', role: 'admin' }),
    list('search, active members', { q: 'horvat', role: 'member', status: 'active' }),
    list('search, three digits of a number', { q: '456' }),
    list('search, part of a number', { q: '4567' }),
    list('search, part of a number, one tenant', { q: '4567', tenantId: FEDERATION }),
    list('search, OIB', { q: oibOf(Math.floor(users / 3)) }),
    { name: "sign-in's lookup", ask: () => findAccountByEmail(read, somebody.email) },
    audit('audit, newest', {}),
    audit('audit, one tenant', { tenantId: FEDERATION }),
    audit('audit, one user', { userId: 77 }),
    audit('audit, one user, one tenant', { userId: 80, tenantId: FEDERATION }),
    audit('audit, one actor', { actorIds: [77] }),
    audit('audit, common action', { action: 'login.ok' }),
    audit('audit, rare action, one tenant', { action: 'user.delete', tenantId: FEDERATION }),
    audit('audit, a week', { from: at(days(200)), to: at(days(193)) }),
    audit('audit, a week, one tenant', { from: at(days(200)), to: at(days(193)), tenantId: FEDERATION }),
    audit('audit, a week, rare action', { from: at(days(200)), to: at(days(193)), action: 'user.delete' }),
    audit('audit, free text', { q: 'nowhere' }),
    { name: 'stats, everything', ask: () => readStats({ tenantId: undefined }, reader) },
    { name: 'stats, one tenant', ask: () => readStats({ tenantId: FEDERATION }, reader) },
  ];
}

/** One of the two stores that are compared. */
export interface GrownStore {
  readonly env: Readonly<Record<string, string>>;
  readonly growth: Growth;
}

/** Milliseconds of each call. */
export interface Compared {
  readonly name: string;
  readonly small: readonly number[];
  readonly large: readonly number[];
}

/** Queries both stores in turn, so that other load affects both alike. */
export async function compareStores(small: GrownStore, large: GrownStore): Promise<Compared[]> {
  const [one, other] = [await openSite(small), await openSite(large)];
  try {
    const compared: Compared[] = [];
    for (const [index, { name, ask }] of one.probes.entries()) {
      compared.push({ name, ...(await timeBoth(ask, other.probes[index]?.ask ?? ask)) });
    }
    return compared;
  } finally {
    await one.close();
    await other.close();
  }
}

/** The first calls warm the caches; slow queries are repeated less often. */
async function timeBoth(one: Probe['ask'], other: Probe['ask']): Promise<Omit<Compared, 'name'>> {
  const times: [number[], number[]] = [[], []];
  const until = performance.now() + 20_000;
  for (let round = -3; round < CALLS && performance.now() < until; round++) {
    for (const [index, ask] of [one, other].entries()) {
      const begun = performance.now();
      await ask(round);
      if (round >= 0) times[index]?.push(performance.now() - begun);
    }
  }
  return { small: times[0], large: times[1] };
}

const PASSWORD = 'mirno more plovi';

/** A service on the store with nearly free hashes: bcrypt does not depend on growth. */
async function openSite({ env, growth }: GrownStore): Promise<{ probes: Probe[]; close: () => Promise<void> }> {
  const read = readSettings(env);
  const settings = { ...read, passwords: { ...read.passwords, bcryptCost: 4 } };
  const service = await openService(settings, { log: pino({ level: 'silent' }) });
  const email = 'mjerenje@savez.example';
  const passwordHash = await service.passwords.hash(PASSWORD);
  const person = {
    tenantId: FEDERATION,
    email,
    ime: 'Ana',
    prezime: 'Mjerić',
    role: 'member',
    status: 'active',
  } as const;
  if ((await findAccountByEmail(service.database.read, email)) === undefined)
    await service.database.transaction((tx) =>
      createUser(tx, byOperator(['user.create'], instantAt(SEEDED_UNTIL)), { ...person, passwordHash }),
    );
  const signIn: Probe = {
    name: 'sign-in, bcrypt apart',
    ask: async (round) => {
      const payload = { email, password: PASSWORD };
      const call = { method: 'POST', url: '/api/auth/login', payload, remoteAddress: `10.0.0.${round + 10}` } as const;
      const { statusCode, body } = await service.server.inject(call);
      if (statusCode !== 200) throw new Error(body);
    },
  };
  return { probes: [signIn, ...(await probesOf(service.database, growth))], close: service.close };
}
