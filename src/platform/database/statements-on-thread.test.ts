// engine: none
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { statementsOnThread } from './statements-on-thread.ts';
import { isStoreAway } from './store-errors.ts';

const statement = (sql: string) => ({ sql, parameters: [] });

function openThread(t: TestContext, folder: string, unusedFor?: number) {
  const statements = statementsOnThread({ path: join(folder, 'store.db'), isReadOnly: false }, unusedFor);
  t.after(() => statements.close());
  return statements;
}

test('without its file the store is away, and is back with it', async (t) => {
  const folder = join(scratchFolder(t), 'missing');
  const statements = openThread(t, folder);
  await assert.rejects(async () => statements.run(statement('select 1')), isStoreAway);
  mkdirSync(folder);
  assert.deepEqual(
    (await statements.run(statement('select 1 as one'))).rows.map((row) => ({ ...(row as object) })),
    [{ one: 1 }],
  );
});

test('an unused thread ends, but not within a transaction', async (t) => {
  const statements = openThread(t, scratchFolder(t), 50);
  const changes = () => statements.run<{ total_changes: number }>(statement('select total_changes() as total_changes'));
  await statements.run(statement('create table numbers (number)'));
  await statements.run(statement('begin immediate'));
  await statements.run(statement('insert into numbers values (1)'));
  await pause(200);
  assert.equal(statements.isInTransaction, true);
  await statements.run(statement('commit'));
  assert.equal((await changes()).rows[0]?.total_changes, 1);
  await pause(200);
  assert.equal((await changes()).rows[0]?.total_changes, 0, 'a new handle has changed nothing');
});
