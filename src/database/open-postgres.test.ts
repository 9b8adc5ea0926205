// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestService } from '../../test/support/test-service.ts';

test('the server limits each statement, and starts no parallel workers for it', async (t) => {
  const { database } = await startTestService(t);
  const asked = sql<{ settings: string[] }>`select array[current_setting('statement_timeout'),
    current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout'),
    current_setting('max_parallel_workers_per_gather')] as settings`;
  const [read, written] = [await asked.execute(database.read), await database.transaction((tx) => asked.execute(tx))];
  assert.deepEqual(read.rows[0]?.settings, ['10s', '5s', '15s', '0']);
  assert.deepEqual(written.rows, read.rows);
});
