// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { roundsOr, timeFor } from '../../../test/support/test-rounds.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { MEMBERSHIP_STATES, type Membership } from './membership.ts';
import { STATUSES, type User } from './user.ts';
import { addWords, renewWords } from './user-words-store.ts';

const AT = parseInstant('2026-03-01T12:00:00.000Z');
const TENANTS = [1, 2, 3, 4];

const [tenant, person, role] = [fc.constantFrom(...TENANTS), fc.nat(4), fc.constantFrom(...ROLES)];

/** Any statement that changes what lists are made of, by whatever room. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('join' as const), person, tenant, role, state: fc.constantFrom(...MEMBERSHIP_STATES) }),
  fc.record({ kind: fc.constant('state' as const), person, tenant, state: fc.constantFrom(...MEMBERSHIP_STATES) }),
  fc.record({ kind: fc.constant('role' as const), person, tenant, role }),
  fc.record({ kind: fc.constant('move' as const), person, tenant }),
  fc.record({ kind: fc.constant('leave' as const), person, tenant }),
  fc.record({ kind: fc.constant('merge' as const), person, into: person }),
  fc.record({ kind: fc.constant('standing' as const), person, role, status: fc.constantFrom(...STATUSES) }),
  fc.record({ kind: fc.constant('everybody' as const), status: fc.constantFrom(...STATUSES) }),
  fc.record({ kind: fc.constant('rename' as const), person, word: fc.constantFrom('ana', 'iva', 'eva') }),
  fc.record({ kind: fc.constant('sign in' as const), person }),
  fc.record({ kind: fc.constant('under' as const), tenant, parent: fc.option(tenant) }),
);
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

async function make(tx: Tx, people: readonly User[], change: Change): Promise<void> {
  const id = 'person' in change ? (people[change.person]?.id ?? 0) : 0;
  const theirs = tx.updateTable('users').where('id', '=', id);
  const memberships = tx.updateTable('memberships').where('user_id', '=', id);
  const live = tx.selectFrom('memberships').selectAll().where('state', '<>', 'ended');
  switch (change.kind) {
    case 'join': {
      const there = live.where('user_id', '=', id).where('tenant_id', '=', change.tenant);
      if (change.state !== 'ended' && (await there.executeTakeFirst()) !== undefined) return;
      const { tenant: tenant_id, role, state } = change;
      const times = { since: null, until: null, number: null, created_at: AT, updated_at: AT, ended_at: null };
      const row = { user_id: id, tenant_id, role, reach: 'own', state, source: 'added', ...times } as const;
      await tx.insertInto('memberships').values(row).execute();
      return;
    }
    case 'state':
      if (change.state === 'ended')
        await memberships.set({ state: 'ended' }).where('tenant_id', '=', change.tenant).execute();
      else
        await memberships
          .set({ state: change.state })
          .where('tenant_id', '=', change.tenant)
          .where('state', '<>', 'ended')
          .execute();
      return;
    case 'role':
      await memberships.set({ role: change.role }).where('tenant_id', '=', change.tenant).execute();
      return;
    case 'move': {
      const before = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const there = live.where('user_id', '=', id).where('tenant_id', '=', change.tenant);
      if ((await there.executeTakeFirst()) !== undefined) return;
      await theirs.set({ tenant_id: change.tenant }).execute();
      await memberships.set({ tenant_id: change.tenant }).where('tenant_id', '=', before.tenant_id).execute();
      await renewWords(tx, before, { ...before, tenant_id: change.tenant });
      return;
    }
    case 'leave':
      await tx
        .deleteFrom('memberships')
        .where('user_id', '=', id)
        .where('tenant_id', '=', change.tenant)
        .where('tenant_id', '<>', tx.selectFrom('users').select('tenant_id').where('id', '=', id))
        .execute();
      return;
    case 'merge': {
      const into = people[change.into]?.id ?? 0;
      const taken = tx.selectFrom('memberships').select('tenant_id').where('user_id', '=', into);
      await memberships.set({ user_id: into }).where('tenant_id', 'not in', taken).execute();
      return;
    }
    case 'standing':
      await theirs.set({ role: change.role, status: change.status }).execute();
      return;
    case 'everybody':
      await tx.updateTable('users').set({ status: change.status, two_factor_enabled_at: AT }).execute();
      return;
    case 'rename':
      await theirs.set({ sort_key: change.word, word_bits: change.word.length, must_change_pwd_at: AT }).execute();
      return;
    case 'under':
      if (change.parent !== null && change.parent >= change.tenant) return; // nothing goes round in a circle
      await tx.updateTable('tenants').set({ parent_id: change.parent }).where('id', '=', change.tenant).execute();
      return;
    case 'sign in':
      await theirs.set({ last_login_at: AT, email_verified_at: AT, must_change_pwd_at: null }).execute();
  }
}

const ORDER = ['active', 'pending', 'suspended', 'ended'];

function statusIn({ state }: Membership, isHome: boolean, { status }: User) {
  if (status === 'deleted') return status;
  if (state === 'suspended') return state;
  if (isHome) return status;
  if (state === 'ended') return 'deleted';
  return state === 'pending' && status === 'active' ? 'invited' : status;
}

/** What the lists should hold, computed anew. */
async function expectedRows(db: Db) {
  const users = await db.selectFrom('users').selectAll().orderBy('id').execute();
  const memberships = await db.selectFrom('memberships').selectAll().orderBy('id').execute();
  const tenants = await db.selectFrom('tenants').select(['id', 'parent_id']).execute();
  const isWithin = (id: number | null, above: number): boolean =>
    id === above || (id !== null && isWithin(tenants.find((one) => one.id === id)?.parent_id ?? null, above));
  return users.flatMap((user) =>
    TENANTS.flatMap((tenant_id) => {
      const there = memberships.filter((one) => one.user_id === user.id && isWithin(one.tenant_id, tenant_id));
      const [shown] = there.toSorted(
        (one, other) =>
          Number(one.tenant_id !== tenant_id) - Number(other.tenant_id !== tenant_id) ||
          ORDER.indexOf(one.state) - ORDER.indexOf(other.state) ||
          Number(one.tenant_id !== user.tenant_id) - Number(other.tenant_id !== user.tenant_id) ||
          one.id - other.id,
      );
      if (shown === undefined) return [];
      const isHome = shown.tenant_id === user.tenant_id;
      const { id: user_id, sort_key, word_bits, last_login_at } = user;
      return {
        tenant_id,
        user_id,
        own_id: shown.tenant_id === tenant_id ? tenant_id : null,
        home: tenant_id === user.tenant_id ? 1 : null,
        member_of: shown.tenant_id,
        role: isHome ? user.role : shown.role,
        status: statusIn(shown, isHome, user),
        sort_key,
        word_bits,
        last_login_at,
        invitation: user.must_change_pwd_at ? 'sent' : user.email_verified_at ? 'accepted' : 'none',
        two_factor_enabled_at: user.two_factor_enabled_at,
      };
    }),
  );
}

const listed = async (db: Db) => {
  const rows = await db.selectFrom('tenant_people').selectAll().orderBy('user_id').orderBy('tenant_id').execute();
  return rows.map((row) => ({ ...row }));
};

test('the people of each tenant are what people and memberships say, whatever statement changes these', {
  timeout: timeFor(120_000),
}, async (t) => {
  const service = await startTestService(t);
  for (const name of ['Drugi', 'Treći', 'Četvrti']) await service.addTenant(name);
  const { database } = service;
  const people: User[] = [];
  for (const tenantId of [1, 2, 3, 1, 2]) people.push(await service.addPerson({ tenantId, passwordHash: null }));
  const agree = async (what: string) =>
    assert.deepEqual(await listed(database.read), await expectedRows(database.read), what);
  await agree('at first');
  const undone = new Error('Undone, so that each round begins alike');
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const work = database.transaction(async (tx) => {
        for (const one of changes) {
          await make(tx, people, one);
          assert.deepEqual(await listed(tx), await expectedRows(tx), JSON.stringify(one));
        }
        throw undone;
      });
      await work.catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    }),
    { numRuns: roundsOr(60) },
  );
});

test('the words of somebody in several tenants are listed in each, and removed in each', async (t) => {
  const service = await startTestService(t);
  for (const name of ['Drugi', 'Treći']) await service.addTenant(name);
  const { database } = service;
  const before = await service.addPerson({ ime: 'Ana', prezime: 'Čavić', telefon: '091 234 5678', passwordHash: null });
  const wordsIn = async (tenantId: number) => {
    const words = database.read.selectFrom('user_words').select(['word', 'word_bits']).orderBy('word');
    const found = await words.where('tenant_id', '=', tenantId).where('user_id', '=', before.id).execute();
    return found.map((row) => ({ ...row }));
  };
  const own = await wordsIn(1);
  assert.ok(own.length > 5);
  await database.transaction((tx) =>
    make(tx, [before], { kind: 'join', person: 0, tenant: 2, role: 'member', state: 'active' }),
  );
  assert.deepEqual(await wordsIn(2), own);
  assert.deepEqual(await wordsIn(3), []);
  await database.transaction(async (tx) => {
    await addWords(tx, before); // again: nothing is listed twice
    await renewWords(tx, before, { ...before, words: ' eva', word_bits: 7, phone_digits: '' });
  });
  assert.deepEqual(await wordsIn(1), [{ word: 'eva', word_bits: 7 }]);
  assert.deepEqual(await wordsIn(2), [{ word: 'eva', word_bits: 7 }]);
});
