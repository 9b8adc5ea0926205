// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { batchedChanges } from './batched-changes.ts';

/** Renames a person, and only then moves a tenant to an address that may be taken. */
const renameBoth = batchedChanges<{ id: number; ime: string; tenantId: number; slug: string }>({
  key: 'id',
  numbers: ['id', 'tenantId'],
  locks: (via, { id, tenantId }) =>
    via
      .selectFrom(['users', 'tenants'])
      .select('users.id')
      .where('users.id', '=', id)
      .where('tenants.id', '=', tenantId),
  first: (via, { id, ime }) => via.updateTable('users').set({ ime }).where('users.id', '=', id),
  others: [(via, { tenantId, slug }) => via.updateTable('tenants').set({ slug }).where('tenants.id', '=', tenantId)],
});

test('changes that are asked for at once are made each by itself: one that fails takes no other with it', async (t) => {
  const service = await startTestService(t);
  const { database } = service;
  const people = await Promise.all(
    Array.from({ length: 40 }, (_, place) => service.addPerson({ email: `osoba${place}@example.hr` })),
  );
  const clubs = await Promise.all(people.map((_, place) => service.addTenant(`Klub ${place}`)));
  const faulty = (place: number) => place % 7 === 3;
  const missing = (place: number) => place % 7 === 5;
  const changed = await Promise.allSettled(
    people.map(({ id }, place) =>
      renameBoth(database, {
        id: missing(place) ? -1 : id,
        ime: `Iva ${place}`,
        tenantId: clubs[place]?.id ?? 0,
        slug: faulty(place) ? 'savez' : `novi-klub-${place}`,
      }),
    ),
  );
  const expected = people.map((_, place) => (faulty(place) ? 'rejected' : !missing(place)));
  assert.deepEqual(
    changed.map((outcome) => (outcome.status === 'rejected' ? outcome.status : outcome.value)),
    expected,
  );
  const found = await database.read.selectFrom('users').select(['id', 'ime']).orderBy('id').execute();
  const nameOf = new Map(found.map(({ id, ime }) => [id, ime]));
  assert.deepEqual(
    people.map(({ id }) => nameOf.get(id)?.startsWith('Iva ')),
    expected.map((outcome) => outcome === true),
  );
});
