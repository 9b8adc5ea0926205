// engine: postgres
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { openService } from '../../src/entry/start/service.ts';
import { unprivilegedUser } from '../../tools/test-run/throwaway-postgres.ts';
import { findProgram, startOwnProcess } from '../support/own-process.ts';
import { freePort } from '../support/service-process.ts';
import { createTestStore } from '../support/test-store.ts';

const PASSWORD = 'mirno more plovi';
const EMAIL = 'glavna@example.hr';
const PGBOUNCER = findProgram('pgbouncer');
const skip = PGBOUNCER === undefined ? '!!! PgBouncer is not installed: NOT RUN !!!' : false;

/** A PgBouncer with two connections to the server of this run. */
async function startPgBouncer(t: TestContext, mode: string, url: URL): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-pgbouncer-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const user = decodeURIComponent(url.username);
  writeFileSync(join(folder, 'users.txt'), `"${user}" ""\n`);
  const ini = `[databases]
* = host=${url.hostname} port=${url.port || 5432} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 10 : 3}
`;
  writeFileSync(join(folder, 'pgbouncer.ini'), ini);
  await startOwnProcess(t, PGBOUNCER ?? '', [join(folder, 'pgbouncer.ini')], { port, owner: unprivilegedUser() ?? {} });
  return Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
}

for (const mode of ['session', 'transaction'] as const) {
  test(`through PgBouncer in ${mode} mode the service migrates, serves and keeps its settings`, { skip }, async (t) => {
    const store = await createTestStore();
    t.after(() => store.remove());
    const url = await startPgBouncer(t, mode, new URL(store.env.SVC_DATABASE_URL ?? ''));
    const admin = { SVC_ADMIN_EMAIL: EMAIL, SVC_ADMIN_PASSWORD: PASSWORD, SVC_BCRYPT_COST: '10' };
    const env = { ...store.env, ...admin, SVC_DATABASE_URL: url, SVC_DATABASE_POOLER: mode, SVC_DATABASE_POOL: '8' };
    const service = await openService(readSettings({ ...env, SVC_PUBLIC_URL: 'http://127.0.0.1:8080' }), {
      log: pino({ level: 'silent' }),
    });
    t.after(() => service.close());
    const { server, database } = service;
    const signedIn = await server.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: EMAIL, password: PASSWORD },
    });
    assert.equal(signedIn.statusCode, 200, signedIn.body);
    const headers = { authorization: `Bearer ${signedIn.json().access_token}` };
    // More at once than there are sessions, each with the same prepared statements.
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all([
        ...Array.from({ length: 24 }, () => server.inject({ url: '/api/auth/me', headers })),
        server.inject({ method: 'PUT', url: '/api/auth/me', headers, payload: { telefon: `091 111 111${round}` } }),
      ]);
      for (const { statusCode, body } of answers) assert.equal(statusCode, 200, body);
    }
    const payload = { refresh_token: signedIn.json().refresh_token };
    const refreshes = Array.from({ length: 16 }, () =>
      server.inject({ method: 'POST', url: '/api/auth/refresh', payload }),
    );
    const refreshed = (await Promise.all(refreshes)).map(
      (answer) => `${answer.statusCode} ${answer.json().refresh_token}`,
    );
    assert.equal(new Set(refreshed).size, 1, 'one successor');
    assert.match(refreshed[0] ?? '', /^200 /);
    const limits = await database.transaction(async (tx) => {
      const asked = sql<{ limits: string[] }>`select array[current_setting('statement_timeout'),
        current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout'),
        current_setting('max_parallel_workers_per_gather')] as limits`;
      return (await asked.execute(tx)).rows[0]?.limits;
    });
    assert.deepEqual(limits, ['10s', '5s', '15s', '0']);
    await assert.rejects(
      database.transaction((tx) => sql`select 1 / 0`.execute(tx)),
      /division by zero/,
    );
    await database.check();
  });
}
