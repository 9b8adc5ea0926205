// engine: none
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sqliteFile } from '../../src/platform/database/open-sqlite.ts';
import { asStoreError } from '../../src/platform/database/store-errors.ts';
import { AppError } from '../../src/platform/kernel/app-error.ts';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { freePort, spawnProcess, startProcess } from '../support/service-process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { createTestStore } from '../support/test-store.ts';

const NO_MOUNT = 'this user may not mount a file system: run as root to see it';

test('with a full disk writes get 503 and reads work, and everything recovers once there is space', async (t) => {
  const disk = mountSmallDisk(t, 8);
  if (disk === undefined) return t.skip(NO_MOUNT);
  const { env, emails } = await seedStore(t, { people: 1, engine: 'sqlite', env: { SVC_DATA_DIR: disk.path } });
  const [email = ''] = emails;
  const node = await startProcess(t, env);
  let { body } = await node.signIn(email, PROCESS_PASSWORD);
  const refresh = () => node.call('POST /api/auth/refresh', { body: { refresh_token: body.refresh_token } });
  const storeUp = async () => /^iskaznica_store_up\{.*\} (\d)$/m.exec((await node.call('GET /metrics')).body)?.[1];
  disk.fill();
  // The write-ahead log may have free space from before.
  let refused = await refresh();
  for (let tries = 0; refused.status === 200 && tries < 2000; tries++) {
    ({ body } = refused);
    refused = await refresh();
  }
  assert.deepEqual([refused.status, refused.body.code], [503, 'store.unavailable']);
  assert.equal(refused.headers['retry-after'], '2');
  const signIn = await node.signIn(email, PROCESS_PASSWORD);
  assert.deepEqual([signIn.status, signIn.body.code], [503, 'store.unavailable']);
  assert.equal((await node.call('GET /api/auth/me', { token: body.access_token })).status, 200);
  assert.equal((await node.call('GET /health/live')).status, 200);
  const readiness = async () => (await node.call('GET /health/ready')).body;
  assert.deepEqual(await readiness(), { status: 'ok', store: 'away', counters: 'ok', files: 'ok' });
  assert.equal(await storeUp(), '0');
  disk.free();
  assert.equal((await refresh()).status, 200, 'the token was not spent by the refused try');
  assert.equal((await node.signIn(email, PROCESS_PASSWORD)).status, 200);
});

test('an unwritable data folder prevents the start with a clear message', async (t) => {
  const disk = mountSmallDisk(t, 8);
  if (disk === undefined) return t.skip(NO_MOUNT);
  const env = { SVC_DATA_DIR: disk.path, SVC_LOG_LEVEL: 'silent' };
  assert.equal((await (await startProcess(t, env)).stop()).code, 0);
  disk.makeReadOnly();
  const node = await spawnProcess(t, env, await freePort());
  assert.equal((await node.exited).code, 1);
  assert.match(node.output(), /^The service could not start: The data folder .+ cannot be written to: .+\n$/);
});

test('the error of a read-only database counts as an unavailable store', async (t) => {
  const store = await createTestStore('sqlite');
  t.after(() => store.remove());
  const path = sqliteFile(store.dataDir);
  new DatabaseSync(path).exec('create table things (name text)');
  const handle = new DatabaseSync(path, { readOnly: true });
  t.after(() => handle.close());
  assert.throws(
    () => handle.exec("insert into things values ('one')"),
    (error) => {
      const seen = asStoreError(error);
      return seen instanceof AppError && seen.code === 'store.unavailable';
    },
  );
});
