// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { startTestService } from '../../../test/support/test-service.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { listPeople } from './people-store.ts';

/** An index read from one end to the other by nothing but the scope: everybody, in the order of their ids. */
const BY_ID_ALONE = /tenant_people__\w+_by_id \((home|own_id)=\?\)|tenant_people USING PRIMARY KEY \(tenant_id=\?\)/;

test('few people of a rare role or status, not by name, are read from their own list, on SQLite too', async (t) => {
  const { database, clock, addPerson } = await startTestService(t);
  await addPerson({ role: 'admin' });
  const page = { sort: '-created', after: undefined, limit: 50, at: instantAt(clock.now()) } as const;
  const scopes = [{ tenantId: undefined }, { tenantId: 1 }, { tenantId: 1, below: true }];
  const rare = [{ role: 'admin' }, { status: 'deleted' }, { role: 'manager', status: 'suspended' }] as const;
  await database.transaction(async (tx) => {
    const seen: CompiledQuery[] = [];
    const plain = tx.getExecutor();
    const noting: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        seen.push(plain.compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    for (const scope of scopes)
      for (const standing of rare) await listPeople(tx.withPlugin(noting), { ...scope, ...standing, words: [] }, page);
    assert.ok(seen.length >= scopes.length * rare.length);
    for (const { sql, parameters } of seen) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
      const plan = rows.map((row) => String(Object.values(row as object).at(-1)));
      assert.deepEqual(
        plan.filter((line) => BY_ID_ALONE.test(line)),
        [],
        sql,
      );
    }
  });
});
