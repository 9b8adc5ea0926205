// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { type Instant, parseInstant } from '../../platform/kernel/clock.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { NO_META } from '../action-tokens/action-token.ts';
import { STATUSES, type User } from '../users/user.ts';
import { searchWords, wordsOf } from '../users/user-words.ts';
import type { InvitationOfPerson } from './invitation-of.ts';
import { PEOPLE_BOUNDS } from './people-bounds.ts';
import type { PeoplePage } from './people-order.ts';
import { NEVER } from './people-sort.ts';
import { listPeople, type PeopleFilter, takePeople } from './people-store.ts';

const FIRST = ['Ana', 'Anamarija', 'Ivan', 'Ivana', 'Marko', 'Marija', 'Šime', 'Čedo'];
const LAST = ['Horvat', 'Horvatić', 'Marić', 'Ivanović', 'Čavić', 'Anić-Babić', 'Žmarić'];
const SOUGHT = [
  '',
  'a',
  'm',
  'ana',
  'ana horvat',
  'horvat ana',
  'ivan mar',
  'i ivan',
  'zm',
  'cav c',
  'nema',
  'klub2 m',
];
/** Limits that select different algorithms, most of which would otherwise need tens of thousands of people. */
const BOUNDS = [
  { few: 10_000, named: 10_000, met: 10_000, walked: 10_000, cap: 10_000 },
  { few: 0, named: 0, met: 10_000, walked: 10_000, cap: 10_000 },
  { few: 20, named: 40, met: 60, walked: 10_000, cap: 10_000 },
  { few: 0, named: 20, met: 40, walked: 10_000, cap: 30 },
  { few: 0, named: 0, met: 0, walked: 10, cap: 25 },
];

/** Every combination would take minutes: two in five, another two of the limits for each list. */
const isAsked = (number: number): boolean => number % 5 < 2;

const AT = parseInstant('2026-03-01T12:00:00.000Z');

/** What the store knows of an invitation: whether a password must be chosen, an address was proved, and until when its link is valid. */
interface Invited {
  readonly state: InvitationOfPerson;
  readonly email_verified_at?: Instant;
  readonly must_change_pwd_at?: Instant;
  readonly linkUntil?: Instant;
}

const INVITATIONS: readonly Invited[] = [
  { state: 'none' },
  { state: 'accepted', email_verified_at: parseInstant('2026-01-01T08:00:00.000Z') },
  { state: 'pending', must_change_pwd_at: AT, linkUntil: parseInstant('2026-03-08T12:00:00.000Z') },
  { state: 'expired', must_change_pwd_at: AT, linkUntil: AT },
  { state: 'expired', must_change_pwd_at: AT },
  { state: 'none', linkUntil: parseInstant('2026-03-08T12:00:00.000Z') },
];

const invitedAs = ({ id }: User): Invited => INVITATIONS[id % INVITATIONS.length] as Invited;

const isLike = (user: User, { tenantId, role, status, signedIn, invitation, words }: PeopleFilter): boolean =>
  (invitation === undefined || invitation.state === invitedAs(user).state) &&
  (signedIn === undefined || (signedIn === 'never') === (user.last_login_at === null)) &&
  (tenantId === undefined || user.tenant_id === tenantId) &&
  (role === undefined || user.role === role) &&
  (status === undefined ? user.status !== 'deleted' : user.status === status) &&
  words.every((word) => wordsOf(user).some((own) => own.startsWith(word)));

/** Several at the same instant, and many never. */
const LAST_LOGINS = [
  null,
  parseInstant('2026-01-05T10:00:00.000Z'),
  parseInstant('2026-02-01T08:00:00.000Z'),
  null,
  parseInstant('2025-11-30T23:59:59.999Z'),
];

const byLastLogin = (one: User, other: User): number =>
  (one.last_login_at ?? '').localeCompare(other.last_login_at ?? '') || one.id - other.id;

const keyOf = (sort: PeoplePage['sort'], last: User) => {
  if (sort.endsWith('last_login')) return [last.last_login_at ?? NEVER, last.id];
  return sort === '-created' ? [last.id] : [last.sort_key, last.id];
};

async function signedInAt({ database }: TestService, person: User, last_login_at: Instant | null): Promise<User> {
  await database.transaction((tx) =>
    tx.updateTable('users').set({ last_login_at }).where('id', '=', person.id).execute(),
  );
  return { ...person, last_login_at };
}

async function invite({ database }: TestService, person: User): Promise<User> {
  const { state: _, linkUntil, ...known } = invitedAs(person);
  const link = {
    seed: `seed-${person.id}`,
    token_hash: `hash-${person.id}`,
    user_id: person.id,
    kind: 'invite',
    created_at: AT,
    meta: NO_META,
  } as const;
  await database.transaction(async (tx) => {
    const marks = { must_change_pwd_at: null, email_verified_at: null, ...known };
    await tx.updateTable('users').set(marks).where('id', '=', person.id).execute();
    if (linkUntil !== undefined)
      await tx
        .insertInto('action_tokens')
        .values({ ...link, expires_at: linkUntil })
        .execute();
  });
  return { ...person, ...known };
}

const bySortKey = (one: User, other: User): number =>
  one.sort_key === other.sort_key ? one.id - other.id : one.sort_key < other.sort_key ? -1 : 1;

test('every algorithm gives the same people in the same order, with the same total', async (t) => {
  const service = await startTestService(t);
  await service.addTenant('Klub');
  const people: User[] = [];
  for (let number = 0; number < 300; number++) {
    const [ime, prezime] = [FIRST[(number * 5) % FIRST.length], LAST[(number * 11) % LAST.length]] as [string, string];
    const email = `${number % 3 ? 'osoba' : 'm'}${number}@klub${number % 4}.example`;
    const place = { tenantId: 1 + (number % 2), role: ROLES[(number * 7) % 4 ? 3 : 2] ?? 'member' };
    const status = STATUSES[number % 9 > 2 ? 1 : number % STATUSES.length] ?? 'active';
    const person = await service.addPerson({ email, ime, prezime, status, passwordHash: null, ...place });
    const signedIn = await signedInAt(service, person, LAST_LOGINS[number % LAST_LOGINS.length] ?? null);
    people.push(await invite(service, signedIn));
  }
  const { read } = service.database;
  let asked = 0;
  let combined = 0;
  for (const q of SOUGHT)
    for (const rest of [
      {},
      { tenantId: 2 },
      { role: 'manager' },
      { role: 'member', tenantId: 1 },
      { status: 'active' },
      { status: 'invited' },
      { status: 'deleted' },
      { signedIn: 'never' },
      { signedIn: 'ever', tenantId: 2 },
      { signedIn: 'never', role: 'manager' },
      { invitation: { state: 'none', at: AT }, status: 'active' },
      { invitation: { state: 'accepted', at: AT }, tenantId: 2 },
      { invitation: { state: 'pending', at: AT } },
      { invitation: { state: 'expired', at: AT }, role: 'member' },
      { invitation: { state: 'expired', at: AT }, signedIn: 'ever' },
    ] as const)
      for (const sort of ['name', '-name', '-created', 'last_login', '-last_login'] as const) {
        const filter: PeopleFilter = { tenantId: undefined, ...rest, words: searchWords(q) };
        const found = people.filter((user) => isLike(user, filter)).sort(bySortKey);
        if (sort === '-created') found.sort((one, other) => other.id - one.id);
        if (sort === '-name') found.reverse();
        if (sort.endsWith('last_login')) found.sort(byLastLogin);
        if (sort === '-last_login') found.reverse();
        for (const bounds of [...BOUNDS, PEOPLE_BOUNDS]) {
          if (!isAsked(combined++)) continue;
          const what = JSON.stringify({ q, rest, sort, bounds });
          const page: PeoplePage = { sort, after: undefined, limit: 7, at: AT };
          const first = await listPeople(read, filter, page, bounds);
          assert.deepEqual(idsOf(first.rows), idsOf(found.slice(0, 8)), what);
          assert.equal(first.counted, Math.min(found.length, bounds.cap + 1), what);
          const last = found[6];
          if (last === undefined) continue;
          const after = keyOf(sort, last);
          const next = await listPeople(read, filter, { ...page, after }, bounds);
          assert.deepEqual(idsOf(next.rows), idsOf(found.slice(7, 15)), what);
          assert.equal(next.counted, Math.min(found.length, bounds.cap + 1), what);
          assert.deepEqual(await takePeople(read, filter, { ...page, after }, bounds), next.rows);
          asked += 2;
        }
      }
  t.diagnostic(`${asked} pages`);
});

test('an OIB is found in combination with every filter, and only by itself', async (t) => {
  const service = await startTestService(t);
  await service.addTenant('Klub');
  const oib = '69435151530';
  const ana = await service.addPerson({ ime: 'Ana', oib, role: 'manager' });
  const iva = await service.addPerson({ ime: 'Iva', oib, role: 'member', tenantId: 2 });
  await service.addPerson({ ime: 'Eva', oib, status: 'deleted' });
  const idsWith = async (rest: Partial<PeopleFilter>, sort: PeoplePage['sort']) => {
    const filter = { tenantId: undefined, words: [], oib, ...rest };
    const { rows, counted } = await listPeople(service.database.read, filter, {
      sort,
      after: undefined,
      limit: 7,
      at: AT,
    });
    assert.equal(counted, rows.length);
    return idsOf(rows);
  };
  for (const sort of ['name', 'created'] as const) {
    assert.deepEqual(await idsWith({}, sort), [ana.id, iva.id]);
    assert.deepEqual(await idsWith({ role: 'manager' }, sort), [ana.id]);
    assert.deepEqual(await idsWith({ role: 'manager', status: 'active' }, sort), [ana.id]);
    assert.deepEqual(await idsWith({ tenantId: 2, status: 'active' }, sort), [iva.id]);
    assert.deepEqual(await idsWith({ tenantId: 2, role: 'manager' }, sort), []);
    assert.deepEqual(await idsWith({ oib: '94577403194' }, sort), []);
  }
});

const idsOf = (users: readonly Pick<User, 'id'>[]): number[] => users.map(({ id }) => id);
