// engine: postgres

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openAppStore } from '../../src/entry/app/app-schema.ts';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { systemClock } from '../../src/platform/kernel/clock.ts';
import { KEY_LEAD_TIME, rotateKeys } from '../../src/platform/keys/rotate-keys.ts';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { type ServiceProcess, spawnProcess, startProcess, untilReady } from '../support/service-process.ts';
import { createTestStore } from '../support/test-store.ts';

/** The key of the advisory lock that Kysely takes. */
const MIGRATION_LOCK = '3853314791062309107';

/** Logs, so that a node that is not ready in time has said what it waits for. */
const ADMIN = {
  SVC_LOG_LEVEL: 'info',
  SVC_ADMIN_EMAIL: 'glavna@example.hr',
  SVC_ADMIN_PASSWORD: PROCESS_PASSWORD,
  SVC_BCRYPT_COST: '10',
};

const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

/** Whether every node accepts the access token. */
async function acceptedBy(nodes: readonly ServiceProcess[], token: string): Promise<boolean> {
  const answers = await Promise.all(nodes.map((node) => node.call('GET /api/auth/me', { token })));
  return answers.every(({ status }) => status === 200);
}

test('nodes that start concurrently on an empty database create one schema, one set of keys, one administrator', {
  timeout: 300_000,
}, async (t) => {
  for (let round = 0; round < 5; round++) {
    const store = await createTestStore();
    t.after(() => store.remove());
    const nodes = await Promise.all([1, 2, 3].map(() => spawnProcess(t, { ...store.env, ...ADMIN })));
    await Promise.all(nodes.map((node) => untilReady(node, nodes.length)));
    const database = await openAppStore(readSettings(store.env));
    t.after(() => database.close());
    const keys = await database.read.selectFrom('data_keys').select('kid').orderBy('kid').execute();
    assert.deepEqual(
      keys.map(({ kid }) => kid),
      ['encryption-1', 'hmac-1', 'signing-1'],
    );
    const users = await database.read.selectFrom('users').select(['email', 'role']).execute();
    assert.deepEqual(users, [{ email: ADMIN.SVC_ADMIN_EMAIL, role: 'superadmin' }]);
    const trail = await database.read.selectFrom('audit_records').select('action').orderBy('id').execute();
    assert.deepEqual(
      trail.map(({ action }) => action),
      ['tenant.create', 'user.create'],
    );
    for (const node of nodes) {
      const { body } = await node.signIn(ADMIN.SVC_ADMIN_EMAIL, PROCESS_PASSWORD);
      assert.ok(await acceptedBy(nodes, body.access_token));
    }
    await Promise.all(nodes.map((node) => node.stop()));
  }
});

test('a node that waits for the migrations of another one says so, and goes on when they are over', {
  timeout: 120_000,
}, async (t) => {
  const store = await createTestStore('postgres');
  t.after(() => store.remove());
  const other = new pg.Client(store.env.SVC_DATABASE_URL);
  await other.connect();
  await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  const node = await spawnProcess(t, { ...store.env, ...ADMIN });
  while (!node.output().includes('the database: waiting for another process to migrate')) await pause(50);
  await assert.rejects(node.call('GET /health/live'), 'it does not answer yet');
  await other.end(); // its session held the lock
  await untilReady(node);
});

test('a node that has nothing to migrate waits for nobody', { timeout: 120_000 }, async (t) => {
  const store = await createTestStore('postgres', { migrated: true });
  const other = new pg.Client(store.env.SVC_DATABASE_URL);
  t.after(() => other.end().finally(() => store.remove()));
  await other.connect();
  await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  const node = await startProcess(t, { ...store.env, ...ADMIN });
  assert.equal((await node.call('GET /health/ready')).status, 200);
});

test('running nodes learn of a new signing key, and tokens of the old one still work', async (t) => {
  const { env, service, emails } = await seedStore(t, { people: 1 });
  const [email = ''] = emails;
  const running = await Promise.all([startProcess(t, env), startProcess(t, env)]);
  const old = (await running[0].signIn(email, PROCESS_PASSWORD)).body;
  // Rotated a lead time ago: active at once, but unknown to running nodes.
  const earlier = { now: () => systemClock.now() - KEY_LEAD_TIME };
  const [{ kid: second } = { kid: '' }] = await rotateKeys(service.database, () => service.secrets, earlier);
  const newcomer = await startProcess(t, env);
  const fresh = (await newcomer.signIn(email, PROCESS_PASSWORD)).body;
  assert.deepEqual([kidOf(old.access_token), kidOf(fresh.access_token)], ['signing-1', second]);
  const all = [...running, newcomer];
  assert.ok(await acceptedBy(all, fresh.access_token), 'the new key is looked up when it is met');
  assert.ok(await acceptedBy(all, old.access_token), 'the old key goes on verifying');
  for (const node of all) {
    const { kids, next } = await refreshedOn(node, old.refresh_token);
    assert.deepEqual(kids, [second, second], 'what is signed now, is signed by the new key');
    assert.ok(await acceptedBy(all, next.access_token));
    const published = (await node.call('GET /.well-known/jwks.json')).body.keys;
    assert.deepEqual(
      published.map(({ kid }: { kid: string }) => kid),
      ['signing-1', second],
    );
  }
});

async function refreshedOn(node: ServiceProcess, token: string) {
  const { body: next } = await node.call('POST /api/auth/refresh', { body: { refresh_token: token } });
  return { next, kids: [kidOf(next.access_token), kidOf(next.refresh_token)] };
}
