// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { recordCompiled } from '../../../test/support/compiled-statements.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { INVITATION_STATES_OF_PEOPLE } from './invitation-of.ts';
import { listPeople } from './people-store.ts';

const SCOPES = [{ tenantId: undefined }, { tenantId: 1 }, { tenantId: 1, below: true }];

/** An index read from one end to the other by nothing but the scope: everybody, in the order of their ids. */
const BY_ID_ALONE = /tenant_people__\w+_by_id \((home|own_id)=\?\)|tenant_people USING PRIMARY KEY \(tenant_id=\?\)/;

/** How SQLite reads what is asked, a list of lines for each statement. */
async function plansOf(tx: Tx, ask: (db: Db) => Promise<unknown>): Promise<string[][]> {
  const { recorded, statements } = recordCompiled(tx);
  await ask(recorded);
  const plans: string[][] = [];
  for (const { sql, parameters } of statements) {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
    plans.push(rows.map((row) => String(Object.values(row as object).at(-1))));
  }
  return plans;
}

test('few people of a rare role or status, not by name, are read from their own list, on SQLite too', async (t) => {
  const { database, clock, addPerson } = await startTestService(t);
  await addPerson({ role: 'admin' });
  const page = { sort: '-created', after: undefined, limit: 50, at: instantAt(clock.now()) } as const;
  const rare = [{ role: 'admin' }, { status: 'deleted' }, { role: 'manager', status: 'suspended' }] as const;
  await database.transaction(async (tx) => {
    for (const scope of SCOPES)
      for (const standing of rare) {
        const plans = await plansOf(tx, (db) => listPeople(db, { ...scope, ...standing, words: [] }, page));
        assert.ok(plans.length > 0);
        assert.deepEqual(
          plans.flat().filter((line) => BY_ID_ALONE.test(line)),
          [],
        );
      }
  });
});

test('people by their invitation or sign-ins are read from an index of these, and from nothing else', async (t) => {
  const { database, clock, addPerson } = await startTestService(t);
  await addPerson({ role: 'admin' });
  const at = instantAt(clock.now());
  const page = { sort: 'name', after: undefined, limit: 50, at } as const;
  await database.transaction(async (tx) => {
    for (const scope of SCOPES) {
      const first = async (filter: object) =>
        (await plansOf(tx, (db) => listPeople(db, { ...scope, ...filter, words: [] }, page)))[0]?.join('\n') ?? '';
      for (const state of INVITATION_STATES_OF_PEOPLE.filter((one) => one !== 'pending'))
        for (const standing of [{}, { role: 'admin' }, { status: 'active' }])
          assert.match(
            await first({ ...standing, invitation: { state, at } }),
            /USING COVERING INDEX tenant_people__\w+_by_invitation \(\w+=\? AND invitation=\? AND status=\?/,
          );
      for (const signedIn of ['never', 'ever'])
        for (const standing of [{}, { status: 'active' }])
          assert.match(
            await first({ ...standing, signedIn }),
            /USING COVERING INDEX tenant_people__\w+_by_last_login \(\w+=\? AND last_login_at[=>]\?\)/,
          );
    }
  });
});
