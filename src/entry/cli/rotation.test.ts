// engine: both
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommandProcess } from '../../../test/support/command-process.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { type ServiceProcess, startProcess } from '../../../test/support/service-process.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { createTestStore, type TestStore } from '../../../test/support/test-store.ts';

const ADMIN = { SVC_ADMIN_EMAIL: 'ana@klub.hr', SVC_ADMIN_PASSWORD: 'mirno more plovi', SVC_BCRYPT_COST: '10' };
const NEXT_SECRET = 'wQ7rT2yUiP9aSdF4gHjK6lZxC8vBnM3e';

interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function startWithAdmin(t: TestContext, more: Record<string, string> = {}) {
  const store = await createTestStore();
  t.after(() => store.remove());
  const env = { ...store.env, ...ADMIN, ...more };
  return { store, env, service: await startProcess(t, env) };
}

async function signIn(service: ServiceProcess): Promise<Pair> {
  const { status, body } = await service.signIn(ADMIN.SVC_ADMIN_EMAIL, ADMIN.SVC_ADMIN_PASSWORD);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Asserts that both tokens of a pair still work. Returns the next pair. */
async function assertPairWorks(service: ServiceProcess, pair: Pair): Promise<Pair> {
  const me = await service.call('GET /api/auth/me', { token: pair.access_token });
  assert.equal(me.status, 200, JSON.stringify(me.body));
  const refreshed = await service.call('POST /api/auth/refresh', { body: { refresh_token: pair.refresh_token } });
  assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body));
  return refreshed.body;
}

const publishedKeys = async (service: ServiceProcess): Promise<string[]> =>
  (await service.call('GET /.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid);

/** The operator's actions in the audit log, with their `meta`. */
async function rotationsOf(store: TestStore): Promise<unknown[]> {
  const { openAppStore } = await import('../app/app-schema.ts');
  const { readSettings } = await import('../app/read-settings.ts');
  const database = await openAppStore(readSettings(store.env));
  const rows = database.read.selectFrom('audit_records').selectAll().where('action', '=', 'keys.rotate').orderBy('id');
  const records = (await rows.execute()).map(({ actor_id, meta }) => ({ actor_id, ...JSON.parse(meta) }));
  await database.close();
  return records;
}

test('after rotating keys beside a running service old tokens still work, also after a restart', async (t) => {
  const { store, env, service } = await startWithAdmin(t);
  const pair = await signIn(service);
  const rotated = await runCommand('keys rotate', store.env);
  assert.equal(rotated.code, 0, rotated.err);
  const [, signing = '', encryption = ''] =
    /^Made (signing-[0-9a-f]{10}), (encryption-[0-9a-f]{10})\. In use in 60 s, when every running node knows them\.\n$/.exec(
      rotated.out,
    ) ?? [];
  assert.ok(signing && encryption, rotated.out);
  const next = await assertPairWorks(service, pair);
  await service.stop();
  const again = await startProcess(t, env);
  assert.deepEqual(await publishedKeys(again), ['signing-1', signing]);
  await assertPairWorks(again, next);
  assert.deepEqual(await rotationsOf(store), [{ actor_id: null, what: 'keys', kids: [signing, encryption] }]);
});

test('two concurrent rotations use different names', async (t) => {
  const { store } = await startWithAdmin(t);
  const results = await Promise.all([1, 2].map(() => runCommandProcess('keys rotate', store.env)));
  assert.deepEqual(
    results.map(({ code }) => code),
    [0, 0],
    results.map(({ err }) => err).join(),
  );
  const made = results.map(({ out }) => /signing-[0-9a-f]{10}/.exec(out)?.[0] ?? '');
  assert.ok(made[0] && made[1] && made[0] !== made[1], made.join());
});

// With PostgreSQL the secret is always configured.
if (testEngine === 'sqlite')
  test('the secret of the data folder is rotated beside a running service', rotateSecretOfFolder);

async function rotateSecretOfFolder(t: TestContext): Promise<void> {
  const { store, env, service } = await startWithAdmin(t);
  const pair = await signIn(service);
  const secret = () => readFileSync(join(store.dataDir, 'secret'), 'utf8');
  const before = secret();
  const rotated = await runCommand('secret rotate', store.env);
  assert.equal(rotated.code, 0, rotated.err);
  assert.match(rotated.out, /it wraps 3 keys anew/);
  assert.notEqual(secret(), before);
  const next = await assertPairWorks(service, pair);
  assert.equal((await runCommand('keys rotate', store.env)).code, 0, 'the new secret opens the keys');
  await service.stop();
  const again = await startProcess(t, env);
  await assertPairWorks(again, next);
  assert.deepEqual((await rotationsOf(store)).slice(0, 1), [{ actor_id: null, what: 'secret', rewrapped: 3 }]);
}

test('a given secret rotated as the help says, with a node running through every step', async (t) => {
  const first = 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u';
  const { store, env, service } = await startWithAdmin(t, { SVC_SECRET: first });
  const pair = await signIn(service);
  const hasty = await runCommand('secret rotate', { ...store.env, SVC_SECRET: first });
  assert.equal(hasty.code, 2);
  assert.match(hasty.err, /1\. Set SVC_SECRET to the new secret and SVC_SECRET_PREVIOUS to the old one on every node/);
  await service.stop();

  const both = { ...env, SVC_SECRET: NEXT_SECRET, SVC_SECRET_PREVIOUS: first };
  const step1 = await startProcess(t, both);
  const second = await assertPairWorks(step1, pair);
  const step2 = await runCommand('secret rotate', both);
  assert.equal(step2.code, 0, step2.err);
  assert.match(step2.out, /3 of them anew/);
  const third = await assertPairWorks(step1, second);
  await step1.stop();

  const step3 = await startProcess(t, { ...env, SVC_SECRET: NEXT_SECRET });
  await assertPairWorks(step3, third);
  const old = await runCommand('keys rotate', { ...store.env, SVC_SECRET: first });
  assert.equal(old.code, 1, 'the old secret opens nothing any more');
});
