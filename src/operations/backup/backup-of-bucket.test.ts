import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openArchiveFixture, smallPdf } from '../../../test/support/archive-fixture.ts';
import { refuse, startBucketServer } from '../../../test/support/bucket-server.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { createTestStore } from '../../../test/support/test-store.ts';
import { MARK_FILE } from '../../platform/files/files-folder.ts';

const PASSPHRASE = 'Hx7vQ2mLw9Zt4Rb6Kc8Yp3Nf5Gd1Sj0A';

/** A store with a document in a bucket, and a backup of both. */
async function keptInBucket(t: TestContext) {
  const bucket = await startBucketServer(t);
  const fixture = await openArchiveFixture(t, bucket.env());
  const { service } = fixture;
  const bytes = smallPdf({ pages: 40 });
  assert.equal((await fixture.upload(await fixture.tokenFor('admin'), bytes)).status, 201);
  const [key = ''] = [...bucket.objects.keys()].filter((one) => one.endsWith('.pdf'));
  const name = key.replace('savez/', '');
  const env = {
    ...service.env,
    SVC_BACKUP_DIR: join(service.dataDir, 'kopije'),
    SVC_BACKUP_PASSPHRASE: PASSPHRASE,
  };
  const create = async () => {
    const made = await runCommand('backup create', env);
    const [, path = ''] = /^(\S+\.backup): /m.exec(made.out) ?? [];
    return { ...made, path };
  };
  const elsewhere = async (files: Record<string, string>) => {
    const store = await createTestStore();
    t.after(() => store.remove());
    const saved = join(service.dataDir, 'secret');
    if (existsSync(saved)) copyFileSync(saved, join(store.dataDir, 'secret'));
    return { dataDir: store.dataDir, env: { ...env, SVC_FILES_URL: '', ...store.env, ...files } };
  };
  return { bucket, bytes, name, env, create, elsewhere };
}

test('a backup has the files of a bucket, and is restored into another one or into a folder', async (t) => {
  const { bucket, bytes, name, env, create, elsewhere } = await keptInBucket(t);
  const made = await create();
  assert.equal(made.code, 0, made.err);
  const rehearsed = await runCommand('backup rehearse', env);
  assert.equal(rehearsed.code, 0, rehearsed.err);
  assert.equal(bucket.objects.size, 2, 'a rehearsal puts nothing there');

  const other = await elsewhere(bucket.env('drugdje'));
  const restored = await runCommand(`backup restore ${made.path} --by Iva`, other.env);
  assert.equal(restored.code, 0, restored.err);
  assert.deepEqual(bucket.objects.get(`drugdje/${name}`)?.content, bytes);
  const mark = bucket.objects.get(`savez/${MARK_FILE}`)?.content;
  assert.deepEqual(bucket.objects.get(`drugdje/${MARK_FILE}`)?.content, mark);

  const folder = await elsewhere({});
  const inFolder = await runCommand(`backup restore ${made.path} --by Iva`, folder.env);
  assert.equal(inFolder.code, 0, inFolder.err);
  assert.deepEqual(readFileSync(join(folder.dataDir, 'files', name)), bytes);

  bucket.objects.set(`tudje/${MARK_FILE}`, { content: Buffer.from('of-another-store\n'), at: new Date(0) });
  const foreign = await elsewhere(bucket.env('tudje'));
  const refused = await runCommand(`backup restore ${made.path} --by Iva`, foreign.env);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /s3:\/\/datoteke\/tudje\/ is another store's/);
  assert.equal([...bucket.objects.keys()].filter((key) => key.startsWith('tudje/')).length, 1);
});

test('a backup without the bucket is none', async (t) => {
  const { bucket, name, create } = await keptInBucket(t);
  bucket.fault = ({ key }, response) => {
    if (!key.endsWith(name)) return undefined;
    refuse(response, 403, 'AccessDenied');
    return 'faulty';
  };
  const made = await create();
  assert.deepEqual([made.code, made.path], [1, '']);
  await bucket.away();
  const away = await create();
  assert.equal(away.code, 1);
  assert.match(away.err, /GET s3:\/\/datoteke\/savez\/\.iskaznica-files: ECONN/);
});

test('the doctor asks the bucket', async (t) => {
  const { bucket, env } = await keptInBucket(t);
  const filesIn = async (more = {}) =>
    (await runCommand('doctor', { ...env, ...more })).out.split('\n').find((line) => / files /.test(line)) ?? '';
  assert.match(await filesIn(), /^ok +files +s3:\/\/datoteke\/savez\/ answers and has its mark/);
  assert.match(await filesIn(bucket.env('novo')), /^warn +files .* has no mark yet/);
  bucket.fault = (_request, response) => {
    refuse(response, 403, 'InvalidAccessKeyId');
    return 'faulty';
  };
  assert.match(await filesIn(), /^WRONG +files .* 403 InvalidAccessKeyId/);
});
