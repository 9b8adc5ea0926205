import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { openArchiveFixture, smallPdf } from '../../../test/support/archive-fixture.ts';
import { openAvatarFixture, picture } from '../../../test/support/avatar-fixture.ts';
import { type BucketServer, refuse, SECRET_KEY, startBucketServer } from '../../../test/support/bucket-server.ts';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { createTestStore } from '../../../test/support/test-store.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { openService, type Service } from '../../entry/start/service.ts';
import { systemClock } from '../kernel/clock.ts';
import { MARK_FILE } from './files-folder.ts';

const refusing =
  (status: number, code: string): NonNullable<BucketServer['fault']> =>
  (_request, response) => {
    refuse(response, status, code);
    return 'faulty';
  };

const FAULTS: Readonly<Record<string, (bucket: BucketServer) => Promise<void>>> = {
  'that is away': ({ away }) => away(),
  'that refuses the key': async (bucket) => {
    bucket.fault = refusing(403, 'AccessDenied');
  },
  'that is gone': async (bucket) => {
    bucket.fault = refusing(404, 'NoSuchBucket');
  },
  'that is full': async (bucket) => {
    bucket.fault = refusing(507, 'InsufficientStorage');
  },
  'that sends elsewhere': async (bucket) => {
    bucket.fault = refusing(301, 'PermanentRedirect');
  },
};

for (const [name, breakIt] of Object.entries(FAULTS))
  test(`a bucket ${name} is 503 in our words, changes nothing, and is told by readiness`, async (t) => {
    const bucket = await startBucketServer(t);
    const { service, member, upload, fetch, urlInStore } = await openAvatarFixture(t, bucket.env());
    const { id, token } = await member();
    const { avatar_url: url } = (await upload(token, await picture())).body;
    await service.audit.forget();
    await breakIt(bucket);
    const answers = [await upload(token, await picture()), await service.call(`GET ${url}`)];
    for (const { status, body } of answers) {
      assert.deepEqual([status, body.code], [503, 'store.unavailable']);
      assert.ok(!JSON.stringify(body).includes('datoteke'));
    }
    assert.deepEqual([await urlInStore(id), await service.audit.take()], [url, []]);
    const removed = await service.call('DELETE /api/auth/me/avatar', { token });
    assert.deepEqual([removed.status, await urlInStore(id)], [200, null], 'the row goes first');
    const ready = await service.call('GET /health/ready');
    assert.deepEqual([ready.status, ready.body.files], [200, 'away']);
    bucket.fault = undefined;
    if (name === 'that is away') await bucket.back();
    assert.equal((await fetch('/health/ready')).statusCode, 200);
    assert.equal((await service.call('GET /health/ready')).body.files, 'ok');
    assert.equal((await upload(token, await picture())).status, 200);
  });

test('a server that is busy for a moment is asked again', async (t) => {
  const bucket = await startBucketServer(t);
  const { member, upload } = await openAvatarFixture(t, bucket.env());
  const { token } = await member();
  let refused = 0;
  bucket.fault = ({ method }, response) => {
    if (method !== 'PUT' || refused++ > 1) return undefined;
    refuse(response, 503, 'SlowDown');
    return 'faulty';
  };
  assert.equal((await upload(token, await picture())).status, 200);
  assert.equal(refused, 3);
});

test('nobody waits for the bucket in a transaction', async (t) => {
  const bucket = await startBucketServer(t);
  const { service, upload, tokenFor } = await openArchiveFixture(t, bucket.env());
  const [token, other] = [await tokenFor('admin'), await tokenFor('member')];
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  let letGo = () => {};
  bucket.fault = ({ method }, response) => {
    if (method !== 'PUT') return undefined;
    ask();
    letGo = () => refuse(response, 403, 'AccessDenied');
    return 'faulty';
  };
  const uploading = upload(token, smallPdf());
  await asked;
  const change = await service.call('PUT /api/auth/me', { token: other, body: { telefon: '+385 91 234 5678' } });
  assert.equal(change.status, 200);
  letGo();
  assert.equal((await uploading).status, 503);
  assert.deepEqual(readdirSync(join(service.settings.server.dataDir, 'incoming')), []);
});

test('half a download is never taken for a whole one', async (t) => {
  const bucket = await startBucketServer(t);
  const { service, upload, tokenFor, fetch } = await openArchiveFixture(t, bucket.env());
  const bytes = smallPdf({ pages: 50 });
  const { body } = await upload(await tokenFor('admin'), bytes, { visibility: 'public' });
  bucket.fault = ({ key }, response) => {
    if (!key.endsWith('.pdf')) return undefined;
    response.writeHead(206, {
      'content-length': bytes.length,
      'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}`,
    });
    response.write(bytes.subarray(0, 100));
    setTimeout(() => response.destroy(), 50);
    return 'faulty';
  };
  await assert.rejects(fetch(body.url));
  const base = await service.server.listen({ port: 0, host: '127.0.0.1' });
  await assert.rejects(async () => (await globalThis.fetch(`${base}${body.url}`)).arrayBuffer());
  bucket.fault = ({ key }, response) => {
    if (!key.endsWith('.pdf')) return undefined;
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes); // ignores the range
    return 'faulty';
  };
  assert.equal((await service.call(`GET ${body.url}`, { headers: { range: 'bytes=5-9' } })).status, 503);
});

test('a file that nobody reads to its end holds no connection', async (t) => {
  const bucket = await startBucketServer(t);
  const { member, upload, fetch } = await openAvatarFixture(t, bucket.env());
  const noise = await picture('png', { width: 900, height: 900 });
  const { avatar_url: url } = (await upload((await member()).token, noise)).body;
  const [key = ''] = [...bucket.objects.keys()].filter((name) => name.endsWith('.png'));
  bucket.objects.set(key, { content: Buffer.alloc(4_000_000), at: new Date(systemClock.now()) });
  const { headers } = await fetch(url, { method: 'HEAD' });
  const conditions = { 'if-none-match': String(headers.etag) };
  for (let round = 0; round < 20; round++) {
    assert.equal((await fetch(url, { method: 'HEAD' })).statusCode, 200);
    assert.equal((await fetch(url, { headers: conditions })).statusCode, 304);
    assert.equal((await fetch(url, { headers: { range: 'bytes=1-3' } })).rawPayload.length, 3);
  }
  const open = await bucket.connections();
  assert.ok(open < 5, `${open} connections`);
});

test('an import waits while the bucket is away, and goes on', async (t) => {
  const bucket = await startBucketServer(t);
  const { service, upload, admin } = await openImportFixture(t, bucket.env());
  const { body } = await upload('email,ime\na@example.hr,Ana\n');
  await bucket.away();
  await service.imports.runDue().catch(() => {});
  const path = `GET /api/admin/imports/${body.id}`;
  const waiting = (await service.call(path, { token: admin })).body;
  assert.deepEqual([waiting.created, waiting.failure], [0, null]);
  assert.ok(['queued', 'running'].includes(waiting.status), waiting.status);
  await bucket.back();
  service.clock.advance(120_000);
  await service.imports.runDue();
  const done = (await service.call(path, { token: admin })).body;
  assert.deepEqual([done.status, done.created], ['completed', 1]);
});

async function storeOnBucket(t: TestContext) {
  const [store, bucket] = [await createTestStore(), await startBucketServer(t)];
  t.after(() => store.remove());
  const open = async (prefix = 'savez', node = store.dataDir): Promise<Service> => {
    const env = { ...store.env, SVC_START_WAIT_SEC: '0', SVC_DATA_DIR: node, ...bucket.env(prefix) };
    return openService(readSettings(env), { log: pino({ level: 'silent' }) });
  };
  return { bucket, open, dataDir: store.dataDir };
}

test('a start refuses a bucket that is not the one of this store', async (t) => {
  const { bucket, open } = await storeOnBucket(t);
  bucket.objects.set(`tudje/${MARK_FILE}`, {
    content: Buffer.from('of-another-store\n'),
    at: new Date(systemClock.now()),
  });
  await assert.rejects(open('tudje'), /s3:\/\/datoteke\/tudje\/ is another store's/);
  await (await open()).close();
  const mark = bucket.objects.get(`savez/${MARK_FILE}`)?.content.toString().trim() ?? '';
  assert.ok(mark.length > 10);
  await assert.rejects(open('krivo'), new RegExp(`lacks the mark .* put ${mark} into ${MARK_FILE}`));
  await assert.rejects(open('tudje'), /has the mark of another place/);
  bucket.objects.set(`novo/${MARK_FILE}`, { content: Buffer.from(`${mark}\n`), at: new Date(systemClock.now()) }); // as the message says
  await (await open('novo')).close();
  await bucket.away();
  await assert.rejects(open(), (error: Error) => {
    assert.match(error.message, /^GET s3:\/\/datoteke\/savez\/\.iskaznica-files: ECONN/);
    return !JSON.stringify(error).includes(SECRET_KEY);
  });
  await bucket.back();
  bucket.fault = refusing(403, 'SignatureDoesNotMatch');
  await assert.rejects(open(), /403 SignatureDoesNotMatch/);
});

test('a start that was killed while it claimed the bucket is gone on with', async (t) => {
  const { bucket, open } = await storeOnBucket(t);
  bucket.fault = (request, response) =>
    request.method === 'PUT' ? refusing(403, 'AccessDenied')(request, response) : undefined;
  await assert.rejects(open(), /403 AccessDenied/);
  assert.equal(bucket.objects.size, 0);
  bucket.fault = undefined;
  await (await open()).close();
  assert.equal(bucket.objects.size, 1);
});

test('nodes that start together agree on one mark', async (t) => {
  const { bucket, open, dataDir } = await storeOnBucket(t);
  if (testEngine === 'sqlite') return; // which one node serves
  const nodes = await Promise.all([1, 2, 3].map((node) => open('savez', join(dataDir, `${node}`))));
  for (const node of nodes) {
    t.after(() => node.close());
    const ready = await node.server.inject({ method: 'GET', url: '/health/ready' });
    assert.equal(ready.json().files, 'ok');
  }
  assert.equal(bucket.objects.size, 1);
});
