// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { runOnServer } from '../../../test/support/postgres-template.ts';
import { startTestService } from '../../../test/support/test-service.ts';

test('the server limits each statement, and starts no parallel workers for it', async (t) => {
  const { database } = await startTestService(t);
  const asked = sql<{ settings: string[] }>`select array[current_setting('statement_timeout'),
    current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout'),
    current_setting('max_parallel_workers_per_gather')] as settings`;
  const [read, written] = [await asked.execute(database.read), await database.transaction((tx) => asked.execute(tx))];
  assert.deepEqual(read.rows[0]?.settings, ['10s', '5s', '15s', '0']);
  assert.deepEqual(written.rows, read.rows);
});

test('whatever a server says when it refuses a connection, callers get 503 and may come again', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const name = new URL(service.settings.storage.databaseUrl?.reveal() ?? '').pathname.slice(1);
  const assertRefused = async (what: string) => {
    const { status, headers, body } = await service.call('GET /api/auth/me', { token });
    assert.deepEqual([status, body.code, headers['retry-after']], [503, 'store.unavailable', '2'], what);
    assert.equal((await service.call('GET /health/ready')).body.store, 'away', what);
  };
  await runOnServer(`alter database ${name} with allow_connections false`);
  await runOnServer(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
  await assertRefused('a database that takes no connections (55000)');
  await runOnServer(`alter database ${name} rename to ${name}_away`);
  await assertRefused('a database that is not there (3D000)');
  await runOnServer(`alter database ${name}_away rename to ${name}`);
  await runOnServer(`alter database ${name} with allow_connections true`);
  const { status, body } = await service.call('GET /api/auth/me', { token });
  assert.deepEqual([status, body.id], [200, id]);
});
