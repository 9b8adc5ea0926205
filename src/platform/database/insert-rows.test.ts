// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import type { Tx } from './database.ts';
import { insertRows, type NewRow } from './insert-rows.ts';

interface Tenant {
  readonly name: string;
  readonly slug: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly publisher_since: string | null;
}

const LISTED = ['name', 'slug', 'created_at', 'updated_at'] as const;
const WHOLE = [...LISTED, 'publisher_since'] as const;
const INSTANT = '2026-03-01T10:00:00.000Z';
const tenant = { name: 'Klub', slug: 'klub', created_at: INSTANT, updated_at: INSTANT } as const;

/** Whoever adds a column to a row or a table and not to a list is told by the compiler. */
const lists = {
  whole: (tx: Tx, rows: readonly Tenant[]) => insertRows(tx, { table: 'tenants', columns: WHOLE, numbers: [], rows }),
  withoutWhatIsNull: (tx: Tx, rows: readonly NewRow<Tenant, 'publisher_since'>[]) =>
    insertRows(tx, { table: 'tenants', columns: LISTED, numbers: [], rows }),
  withoutMember: (tx: Tx, rows: readonly Tenant[]) =>
    // @ts-expect-error: `publisher_since` of the rows would be lost
    insertRows(tx, { table: 'tenants', columns: LISTED, numbers: [], rows }),
  withoutColumn: (tx: Tx, rows: readonly Pick<Tenant, 'name' | 'slug' | 'created_at'>[]) =>
    // @ts-expect-error: `updated_at` has no default
    insertRows(tx, { table: 'tenants', columns: ['name', 'slug', 'created_at'], numbers: [], rows }),
  withUnknownColumn: (tx: Tx, rows: readonly (Tenant & { nickname: string })[]) =>
    // @ts-expect-error: the table has no `nickname`
    insertRows(tx, { table: 'tenants', columns: [...WHOLE, 'nickname'], numbers: [], rows }),
};

test('what compiles writes every member of its rows', async (t) => {
  const { database } = await startTestService(t);
  const whole = { ...tenant, publisher_since: INSTANT };
  await database.transaction((tx) => lists.whole(tx, [whole]));
  const fresh = { ...tenant, slug: 'klub-2', name: 'Drugi klub', publisher_since: null };
  await database.transaction((tx) => lists.withoutWhatIsNull(tx, [fresh]));
  const stored = database.read
    .selectFrom('tenants')
    .select([...WHOLE])
    .where('slug', 'like', 'klub%')
    .orderBy('id');
  const rows = await stored.execute();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [whole, fresh],
  );
});
