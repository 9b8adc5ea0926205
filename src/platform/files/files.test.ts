// engine: none
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { outsideBucket, startBucketServer } from '../../../test/support/bucket-server.ts';
import { filesAddress } from '../config/storage-settings.ts';
import { systemClock } from '../kernel/clock.ts';
import { Secret } from '../kernel/secret.ts';
import type { FileStore } from './files.ts';
import { s3Store } from './files-in-bucket.ts';
import { folderStore } from './files-in-folder.ts';

interface Opened {
  readonly store: Omit<FileStore, 'check'>;
  /** Where temporary files lie. */
  readonly temporaryFiles: string;
}

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-files-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function inBucket(t: TestContext): Promise<Opened> {
  const temporaryFiles = newFolder(t);
  const settings = outsideBucket ?? (await startBucketServer(t)).env();
  const address = filesAddress(settings.SVC_FILES_URL ?? '');
  assert.ok(address);
  const prefix = `${address.prefix}${randomBytes(4).toString('hex')}/`;
  const accessKey = new Secret(settings.SVC_FILES_S3_ACCESS_KEY ?? '');
  const secretKey = new Secret(settings.SVC_FILES_S3_SECRET_KEY ?? '');
  return { store: s3Store({ ...address, prefix, accessKey, secretKey }, temporaryFiles), temporaryFiles };
}

function inFolder(t: TestContext): Opened {
  const folder = newFolder(t);
  return { store: folderStore(folder, async () => {}), temporaryFiles: join(folder, '.incoming') };
}

const PLACES = { folder: inFolder, bucket: inBucket };

async function contentOf(store: Opened['store'], key: string, range?: { first: number; last: number }) {
  const found = await store.read(key, range);
  return found && { size: found.size, content: Buffer.concat(await found.body.toArray()) };
}

async function keysIn(store: Opened['store'], prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}

for (const [place, open] of Object.entries(PLACES)) {
  test(`${place}: what was put is read whole and in parts, listed, and gone once it is removed`, async (t) => {
    const { store } = await open(t);
    const content = randomBytes(300_000);
    const begun = systemClock.now();
    await store.put('documents/ab/abc-1.pdf', content);
    assert.deepEqual(await contentOf(store, 'documents/ab/abc-1.pdf'), { size: 300_000, content });
    for (const [first, last] of [
      [0, 9],
      [5, 5],
      [10, 99_999],
      [299_999, 299_999],
    ] as const)
      assert.deepEqual(await contentOf(store, 'documents/ab/abc-1.pdf', { first, last }), {
        size: 300_000,
        content: content.subarray(first, last + 1),
      });
    for await (const { key, about } of store.list('documents/')) {
      assert.equal(key, 'documents/ab/abc-1.pdf');
      const facts = await about();
      assert.equal(facts?.size, 300_000);
      assert.ok(Math.abs((facts?.modified ?? 0) - begun) < 60_000);
    }
    await store.remove('documents/ab/abc-1.pdf');
    await store.remove('documents/ab/abc-1.pdf');
    assert.equal(await store.read('documents/ab/abc-1.pdf'), undefined);
    assert.deepEqual(await keysIn(store, ''), []);
  });

  test(`${place}: a list has every key that begins so, and no other`, async (t) => {
    const { store } = await open(t);
    const keys = ['1_1.png', '1_2.png', '11_1.png', '12_1.png', '2_1.png'].map((name) => `uploads/avatars/${name}`);
    for (const key of [...keys, 'imports/a.csv']) await store.put(key, Buffer.from(key));
    assert.deepEqual(await keysIn(store, 'uploads/avatars/1_'), keys.slice(0, 2));
    assert.deepEqual(await keysIn(store, 'uploads/avatars/'), keys.toSorted());
    assert.deepEqual(await keysIn(store, ''), ['imports/a.csv', ...keys.toSorted()]);
    assert.deepEqual(await keysIn(store, 'documents/'), []);
    for (const key of await keysIn(store, '')) await store.remove(key);
  });

  test(`${place}: a temporary file becomes a file, and one that is not put leaves nothing`, async (t) => {
    const { store, temporaryFiles } = await open(t);
    const chunks = [randomBytes(70_000), randomBytes(5)];
    await store.withTemporaryFiles(async (write) => {
      const temporary = await write(chunks);
      assert.equal(temporary.size, 70_005);
      assert.ok(readFileSync(temporary.path).equals(Buffer.concat(chunks)));
      assert.deepEqual(await keysIn(store, ''), []);
      await store.put('imports/one.csv', temporary);
      await write([Buffer.from('never put')]);
    });
    assert.deepEqual(await contentOf(store, 'imports/one.csv'), { size: 70_005, content: Buffer.concat(chunks) });
    assert.deepEqual(readdirSync(temporaryFiles), []);
    const broken = store.withTemporaryFiles((write) =>
      write(
        (function* () {
          yield Buffer.from('half');
          throw new Error('cut off');
        })(),
      ),
    );
    await assert.rejects(broken, /cut off/);
    assert.deepEqual([readdirSync(temporaryFiles), await keysIn(store, '')], [[], ['imports/one.csv']]);
    const copy = await store.local('imports/one.csv');
    assert.equal(readFileSync(copy.path).length, 70_005);
    await copy.release();
    assert.deepEqual(readdirSync(temporaryFiles), []);
    await store.remove('imports/one.csv');
    await assert.rejects(async () => readFileSync((await store.local('imports/one.csv')).path), { code: 'ENOENT' });
  });

  test(`${place}: temporary files of a killed process go after a while`, async (t) => {
    const { store, temporaryFiles } = await open(t);
    await store.withTemporaryFiles(async (write) => {
      await write([Buffer.from('under way')]);
      await store.sweepTemporaryFiles(systemClock.now() + 60_000);
      assert.equal(readdirSync(temporaryFiles).length, 1);
      await store.sweepTemporaryFiles(systemClock.now() + 3 * 3_600_000);
      assert.deepEqual(readdirSync(temporaryFiles), []);
    });
  });
}
