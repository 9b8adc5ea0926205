// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { recordCompiled } from '../../../test/support/compiled-statements.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { retentionRules } from '../../entry/app/declarations.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { personalValuesOf } from './erase-data.ts';
import { countQueue } from './erasure-requests-store.ts';

/** Tables that grow with people and time. They must not be read whole inside a transaction, while other writers wait. */
const LARGE =
  /\b(users|user_words|sign_ins|session_records|mails|action_tokens|consents|audit_records|audit_seals|import_rows|lockouts)\b/;

/** Runs `work` in a transaction that is rolled back, and returns its statements. */
async function statementsOf(database: Database, work: (tx: Tx) => Promise<unknown>): Promise<readonly CompiledQuery[]> {
  let seen: readonly CompiledQuery[] = [];
  const undo = new Error('seen enough');
  await database
    .transaction(async (tx) => {
      const { recorded, statements } = recordCompiled(tx);
      seen = statements;
      await work(recorded);
      throw undo;
    })
    .catch((error: unknown) => assert.equal(error, undo));
  return seen;
}

/** The engine's plan for a statement, with full scans only where there is no other way. */
const planOf = (database: Database, { sql, parameters }: CompiledQuery): Promise<string> =>
  database.transaction(async (tx) => {
    if (database.engine === 'postgres') await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'));
    const explain = database.engine === 'postgres' ? 'explain' : 'explain query plan';
    const { rows } = await tx.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
    return rows.map((row) => String(Object.values(row as object).at(-1))).join('\n');
  });

const wholeTables = (plan: string): string[] =>
  plan
    .split('\n')
    .filter((line) => /^\s*(SCAN|(->\s*)?Seq Scan)/.test(line) && LARGE.test(line) && !/USING .*INDEX/.test(line));

test('neither retention nor an erasure scans a large table', { timeout: 60_000 }, async (t) => {
  const { database, privacy, addPerson } = await startTestService(t);
  const ana = await addPerson({ telefon: '+385 91 111 2222', oib: '69435151530' });
  const at = parseInstant('2026-03-01T10:00:00.000Z');
  const works: [string, (tx: Tx) => Promise<unknown>][] = [['personal values', (tx) => personalValuesOf(tx, ana)]];
  const tables = privacy.contributors.flatMap((one) => one.tables);
  for (const { name, forget } of retentionRules) works.push([name, (tx) => forget(tx, at, 500, tables)]);
  for (const { room, erase, eraseValues } of privacy.contributors) {
    works.push([`erase ${room}`, (tx) => erase(tx, ana.id, at)]);
    works.push([`erase values, ${room}`, async (tx) => eraseValues?.(tx, await personalValuesOf(tx, ana))]);
  }
  const found: string[] = [];
  let statements = 0;
  for (const [name, work] of works) {
    for (const statement of await statementsOf(database, work)) {
      statements += 1;
      const plan = await planOf(database, statement);
      for (const line of wholeTables(plan)) found.push(`${name}: ${line.trim()} in ${statement.sql}`);
    }
  }
  assert.ok(statements > 25, `${statements} statements`);
  assert.deepEqual(found, []);
});

test('the queue of erasures begins with the requests, however many people are in the scope', async (t) => {
  const { database } = await startTestService(t);
  const every = { status: undefined, origin: undefined, userId: undefined };
  for (const scope of [{ tenantId: undefined }, { tenantId: 1 }, { tenantId: 1, below: true }])
    for (const statement of await statementsOf(database, (tx) => countQueue(tx, { ...scope, ...every }, 100)))
      assert.doesNotMatch(await planOf(database, statement), /listed USING .*\((tenant_id|home|own_id)=\?\)/);
});
