// engine: postgres
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { createTenant } from '../../src/accounts/tenants/create-tenant.ts';
import { createUser } from '../../src/accounts/users/create-user.ts';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { openService, type Service } from '../../src/entry/start/service.ts';
import { byOperator } from '../../src/platform/audit/audit-context.ts';
import { auditSealer } from '../../src/platform/audit/seal-audit.ts';
import { verifyAudit } from '../../src/platform/audit/verify-audit.ts';
import { nowOf, systemClock } from '../../src/platform/kernel/clock.ts';
import { startArchivedPostgres } from '../support/archived-postgres.ts';
import { runCommand } from '../support/operator-command.ts';

const PASSWORD = 'mirno more plovi';

test('a point-in-time recovery is settled: later suspensions hold, sign-ins end, the log continues', {
  timeout: 180_000,
}, async (t) => {
  const postgres = await startArchivedPostgres(t);
  if (postgres === undefined) return t.diagnostic('!!! PostgreSQL is not installed: nothing was recovered !!!');
  const dataDir = mkdtempSync(join(tmpdir(), 'iskaznica-test-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const env = {
    SVC_DATA_DIR: dataDir,
    SVC_DATABASE_URL: postgres.url,
    SVC_SECRET: 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u',
    SVC_BCRYPT_COST: '10',
    SVC_LOG_LEVEL: 'silent',
  };
  const open = () => openService(readSettings(env), { log: pino({ level: 'silent' }) });
  const signIn = async ({ server }: Service, email: string) => {
    const payload = { email, password: PASSWORD };
    const answer = await server.inject({ method: 'POST', url: '/api/auth/login', payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const before = await open();
  const ids = await addPeople(before, ['sef', 'ana', 'iva']);
  postgres.backUp();
  const token = (await signIn(before, 'sef@example.hr')).body.access_token;
  const act = (url: string) =>
    before.server.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` } });
  assert.equal((await act(`/api/admin/users/${ids[1]}/suspend`)).statusCode, 200);
  await auditSealer({ ...before, clock: systemClock })();
  const moment = await clockOf(postgres.url);
  await pause(10); // the next commit is later than what the recovery stops at
  assert.equal((await act(`/api/admin/users/${ids[2]}/suspend`)).statusCode, 200);
  await auditSealer({ ...before, clock: systemClock })();
  await before.writeJournal();
  await switchLog(postgres.url);
  await before.close();
  await postgres.crash();
  await postgres.recover(moment);

  const settled = await runCommand(`backup settle --as-of ${new Date(moment).toISOString()} --by Iva`, env);
  assert.equal(settled.code, 0, settled.err);
  assert.match(settled.out, /\nPeople and applications brought to their latest state by the journal: 1\.\n/);
  const after = await open();
  t.after(() => after.close());
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await after.server.inject({ method: 'GET', url: '/api/auth/me', headers })).statusCode, 401);
  for (const name of ['ana', 'iva'])
    assert.equal((await signIn(after, `${name}@example.hr`)).body.code, 'account.suspended', name);
  assert.equal((await signIn(after, 'sef@example.hr')).status, 200);
  const deps = { ...after, clock: systemClock };
  assert.deepEqual(Object.keys((await auditSealer(deps)()) ?? {}), ['sealed']);
  const report = await verifyAudit(deps);
  assert.deepEqual([report.problems, report.breaks.map(({ kind, by }) => [kind, by])], [[], [['restore', 'Iva']]]);
});

async function addPeople({ database, passwords }: Service, names: readonly string[]): Promise<number[]> {
  const passwordHash = await passwords.hash(PASSWORD);
  const call = byOperator(['tenant.create', 'user.create'], nowOf(systemClock));
  return database.transaction(async (tx) => {
    const tenantId = (await createTenant(tx, call, { name: 'Savez' }))?.id ?? 0;
    const ids: number[] = [];
    for (const ime of names) {
      const role = ime === 'sef' ? 'superadmin' : 'member';
      const person = { tenantId, email: `${ime}@example.hr`, ime, prezime: 'A', role, status: 'active' } as const;
      ids.push((await createUser(tx, call, { ...person, passwordHash })).id);
    }
    return ids;
  });
}

async function ask<Row>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

const clockOf = async (url: string): Promise<string> =>
  (await ask<{ at: string }>(url, 'select clock_timestamp()::text as at'))[0]?.at ?? '';

/** Archives everything written so far. */
async function switchLog(url: string): Promise<void> {
  const [switched] = await ask<{ file: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as file');
  for (let left = 20_000; left > 0; left -= 100) {
    const [state] = await ask<{ done: boolean }>(
      url,
      `select last_archived_wal >= '${switched?.file}' as done from pg_stat_archiver`,
    );
    if (state?.done) return;
    await pause(100);
  }
  throw new Error('The log was not archived in time');
}
