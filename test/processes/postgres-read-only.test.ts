// engine: postgres
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startArchivedPostgres } from '../support/archived-postgres.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { startProcess } from '../support/service-process.ts';

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function startServing(t: TestContext, url: string) {
  const password = 'mirno more plovi';
  const node = await startProcess(t, {
    SVC_DATA_DIR: scratchFolder(t),
    SVC_DATABASE_URL: url,
    SVC_SECRET: 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u',
    SVC_BCRYPT_COST: '10',
    SVC_ADMIN_EMAIL: 'sef@example.hr',
    SVC_ADMIN_PASSWORD: password,
  });
  const signIn = () => node.signIn('sef@example.hr', password);
  const { access_token: token } = (await signIn()).body;
  const seen = async () => {
    const metrics = String((await node.call('GET /metrics')).body);
    return {
      store: (await node.call('GET /health/ready')).body.store,
      up: /^iskaznica_store_up\{.*\} (\d)$/m.exec(metrics)?.[1],
      role: /^iskaznica_store_server\{.*role="(\w+)".*\} 1$/m.exec(metrics)?.[1],
    };
  };
  const until = async (wanted: object) => {
    for (let left = 8000; left > 0; left -= 100) {
      if (JSON.stringify(await seen()) === JSON.stringify(wanted)) return;
      await pause(100);
    }
    assert.deepEqual(await seen(), wanted);
  };
  return { node, signIn, token, seen, until };
}

test('a PostgreSQL that takes no writes any more is told by readiness and metrics, also while nobody writes', {
  timeout: 120_000,
}, async (t) => {
  const postgres = await startArchivedPostgres(t);
  if (postgres === undefined) return t.diagnostic('!!! PostgreSQL is not installed: nothing was tried !!!');
  const { node, signIn, token, seen, until } = await startServing(t, postgres.url);
  assert.deepEqual(await seen(), { store: 'ok', up: '1', role: 'primary' });
  await query(postgres.url, 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
  await pause(200);
  assert.equal((await node.call('GET /health/ready')).body.store, 'away', 'the first look tells it');
  await until({ store: 'away', up: '0', role: 'away' });
  const refused = await signIn();
  assert.deepEqual([refused.status, refused.body.code], [503, 'store.unavailable']);
  assert.ok([200, 503].includes((await node.call('GET /api/auth/me', { token })).status));
  await query(
    postgres.url,
    'set default_transaction_read_only = off',
    'alter system reset default_transaction_read_only',
    'select pg_reload_conf()',
  );
  await until({ store: 'ok', up: '1', role: 'primary' });
  assert.equal((await signIn()).status, 200);
});
