// engine: none

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { createTestStore } from '../../../test/support/test-store.ts';
import { openAppStore } from '../../entry/app/app-schema.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { openService } from '../../entry/start/service.ts';
import { systemClock } from '../kernel/clock.ts';
import { listClosedKeys } from './revoke-key.ts';
import { rotateKeys } from './rotate-keys.ts';
import { rewrapKeys, rotateSecretFile } from './rotate-secret.ts';
import { prepareNextSecret, readServiceSecrets } from './service-secret.ts';

const nothingElse = async () => {};

/** An embedded store that can be opened repeatedly, as if by one process after another. */
async function start(t: TestContext) {
  const store = await createTestStore('sqlite');
  t.after(() => store.remove());
  const settings = readSettings({ ...store.env });
  const [file, next] = [join(store.dataDir, 'secret'), join(store.dataDir, 'secret.next')];
  const open = () => openService(settings, { log: pino({ level: 'silent' }) });
  const within = async <Result>(work: (service: Awaited<ReturnType<typeof open>>) => Promise<Result>) => {
    const service = await open();
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  };
  const rotateFile = () =>
    within(({ database }) =>
      rotateSecretFile(database, store.dataDir, () => readServiceSecrets(settings), nothingElse),
    );
  const hmac = () => within(async ({ keys }) => keys.hmac('probe', 'x').toString('hex'));
  const kids = () => within(async ({ keys }) => keys.published().map(({ kid }) => kid));
  return { dataDir: store.dataDir, settings, file, next, within, rotateFile, hmac, kids };
}

test('the secret is created at the first start, readable only by its owner, and used at the next', async (t) => {
  const { dataDir, file, hmac } = await start(t);
  const before = await hmac();
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.match(readFileSync(file, 'utf8'), /^[\w-]{64}\n$/);
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('secret')),
    ['secret'],
  );
  assert.equal(await hmac(), before);
});

test('an empty file that a crash left in place of the secret does not stop the start', async (t) => {
  const { file, hmac } = await start(t);
  writeFileSync(file, '');
  const before = await hmac();
  assert.equal(await hmac(), before);
});

test('a rotation replaces the file and keeps every key', async (t) => {
  const { file, next, hmac, rotateFile } = await start(t);
  const [before, secret] = [await hmac(), readFileSync(file, 'utf8')];
  assert.equal(await rotateFile(), 3);
  assert.notEqual(readFileSync(file, 'utf8'), secret);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.ok(!existsSync(next));
  assert.equal(await hmac(), before);
});

test('a crash before the keys are rewrapped loses nothing', async (t) => {
  const { dataDir, next, hmac, rotateFile } = await start(t);
  const before = await hmac();
  prepareNextSecret(dataDir);
  assert.equal(await hmac(), before);
  assert.equal(await rotateFile(), 3);
  assert.ok(!existsSync(next));
  assert.equal(await hmac(), before);
});

test('a crash while the new secret is written loses nothing', async (t) => {
  const { file, next, hmac, rotateFile } = await start(t);
  const before = await hmac();
  for (const torn of ['', 'half a sec']) {
    writeFileSync(next, torn);
    assert.equal(await hmac(), before);
    assert.equal(await rotateFile(), 3);
    assert.match(readFileSync(file, 'utf8'), /^[\w-]{64}\n$/);
    assert.equal(await hmac(), before);
  }
});

test('a rotation that crashed after rewrapping the keys is completed, and its secret is never overwritten', async (t) => {
  const { dataDir, settings, file, next, within, hmac, rotateFile, kids } = await start(t);
  const before = await hmac();
  const secret = prepareNextSecret(dataDir);
  await within(({ database }) => rewrapKeys(database, readServiceSecrets(settings), secret, nothingElse));
  assert.equal(await hmac(), before, 'the node starts by the secret that lies beside');
  // Keys created meanwhile are wrapped by the secret of the others, although it is not in its final file yet.
  await within(({ database }) => rotateKeys(database, () => readServiceSecrets(settings), systemClock));
  const made = await kids();
  assert.match(made.join(), /^signing-1,signing-[0-9a-f]{10}$/);
  assert.equal(await rotateFile(), 0);
  assert.equal(readFileSync(file, 'utf8').trim(), secret.reveal());
  assert.ok(!existsSync(next));
  assert.equal(await hmac(), before);
  assert.deepEqual(await kids(), made);
});

test('concurrent rotations of keys and of the secret leave no key behind', { timeout: 60_000 }, async (t) => {
  const { settings, dataDir, next, hmac, kids } = await start(t);
  const before = await hmac();
  for (let round = 1; round <= 5; round++) {
    const stores = await Promise.all(Array.from({ length: 4 }, () => openAppStore(settings)));
    const readSecrets = () => readServiceSecrets(settings);
    await Promise.all(
      stores.map((database, index) =>
        index % 2 === 0
          ? rotateKeys(database, readSecrets, systemClock)
          : rotateSecretFile(database, dataDir, readSecrets, nothingElse),
      ),
    );
    for (const database of stores) {
      assert.deepEqual(await listClosedKeys(database.read, readSecrets()), [], `round ${round}`);
      await database.close();
    }
    assert.ok(!existsSync(next));
  }
  assert.equal((await kids()).length, 11);
  assert.equal(await hmac(), before);
});

test('with a wrong secret the service does not start, and says what to do', async (t) => {
  const { file, hmac, within } = await start(t);
  await hmac();
  writeFileSync(file, 'zW7vR2mX9kLp4Wz8TdYs6BhJc3gFtA5uzW7vR2mX9kLp4Wz8TdYs6BhJc3gFtA5u\n');
  await assert.rejects(within(hmacOf), /The secret does not open the data keys of this database/);
});

const hmacOf = async ({ keys }: { keys: { hmac(label: string, data: string): Buffer } }) => keys.hmac('probe', 'x');
