// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { processorTime } from '../../../test/support/processor-time.ts';
import { assertProper } from '../../../test/support/proper-answer.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { createTestStore } from '../../../test/support/test-store.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { openService } from '../../entry/start/service.ts';

const SAID: Readonly<Record<string, string>> = {
  '/health/live': '{"status":"ok"}',
  '/health/ready': '{"status":"ok","store":"ok","counters":"ok","files":"ok"}',
};

test('a node that can serve says so to anybody', async (t) => {
  const service = await startTestService(t);
  for (const path of ['/health/live', '/health/ready']) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await service.call(`${method} ${path}`);
      assertProper(answer, path);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.text, method === 'GET' ? SAID[path] : '');
    }
  }
  assert.deepEqual(await service.audit.take(), []);
});

test('caches may keep public responses, except those to requests with credentials', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  for (const path of ['/api/site', '/.well-known/jwks.json', '/api/openapi.json', '/api/docs']) {
    const open = await service.call(`GET ${path}`);
    assert.deepEqual([open.status, open.headers['cache-control']], [200, 'public, max-age=60'], path);
  }
  for (const path of ['/api/site', '/.well-known/jwks.json', '/api/openapi.json', '/api/docs']) {
    const answer = await service.call(`GET ${path}`, { token });
    assert.deepEqual([answer.status, answer.headers['cache-control']], [200, 'no-store'], path);
  }
});

test('the description, its page and the scopes are built once, and sent compressed or as 304', async (t) => {
  const service = await startTestService(t);
  for (const path of ['/api/openapi.json', '/api/docs', '/api/scopes']) {
    const fetch = (headers: Record<string, string>) => service.server.inject({ method: 'GET', url: path, headers });
    const plain = await fetch({});
    assert.equal(plain.headers['content-encoding'], undefined);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    const tags = new Set([plain.headers.etag]);
    for (const [encoding, unpacked] of Object.entries(unpack)) {
      const packed = await fetch({ 'accept-encoding': encoding });
      assert.deepEqual([packed.statusCode, packed.headers['content-encoding']], [200, encoding]);
      assert.equal(packed.headers.vary, 'accept-encoding');
      assert.ok(packed.rawPayload.length < plain.rawPayload.length / 3, `${path} ${packed.rawPayload.length}`);
      assert.equal(unpacked(packed.rawPayload).toString(), plain.body);
      const etag = String(packed.headers.etag);
      tags.add(etag);
      const again = await fetch({ 'accept-encoding': encoding, 'if-none-match': etag });
      assert.deepEqual([again.statusCode, again.rawPayload.length, again.headers.etag], [304, 0, etag]);
    }
    assert.equal(tags.size, 3);
    assert.equal((await fetch({ 'if-none-match': '"other"' })).body, plain.body);
  }
});

test('a hundred requests for the description hold up nobody', async (t) => {
  const service = await startTestService(t);
  const fetch = () =>
    service.server.inject({ method: 'GET', url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } });
  const size = (await fetch()).rawPayload.length;
  const before = processorTime();
  const answers = await Promise.all(Array.from({ length: 100 }, fetch));
  const spent = processorTime() - before;
  assert.deepEqual(
    [...new Set(answers.map(({ statusCode, rawPayload }) => `${statusCode} ${rawPayload.length}`))],
    [`200 ${size}`],
  );
  assert.ok(spent < 1000, `${spent} ms of the processor`); // compressing it for each takes ten seconds
});

test('a node that drains says that it is not ready, and answers everything else', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  service.drain();
  const ready = await service.call('GET /health/ready');
  assert.deepEqual([ready.status, ready.body.code], [503, 'server.not_ready']);
  assert.equal(ready.headers['retry-after'], '2');
  assert.equal((await service.call('GET /health/live')).status, 200);
  assert.equal((await service.signIn('ana@example.hr')).status, 200);
  const { figures } = service;
  const draining = (await figures.all()).find(({ name }) => name === 'iskaznica_draining');
  assert.equal(draining?.samples[0]?.value, 1);
});

test('with the store unavailable the node is ready, says so, and refuses calls in the format of the API', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const service = await openService(readSettings({ ...store.env }), { log: pino({ level: 'silent' }) });
  await service.database.close();
  t.after(() => service.close().catch(() => {})); // the store is closed already
  const ask = async (url: string, headers = {}) => {
    const answer = await service.server.inject({ method: 'GET', url, headers });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };
  assert.equal((await ask('/health/live')).status, 200);
  const ready = await ask('/health/ready');
  assert.deepEqual(
    [ready.status, ready.body],
    [200, { status: 'ok', store: 'away', counters: 'ok', files: 'ok' }],
    'every node shares the store: taking all of them out of the balancer helps nobody',
  );
  const login = await service.server.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'ana@example.hr', password: 'x' },
  });
  assert.equal(login.statusCode, 503, login.body);
  assert.equal(login.json().code, 'store.unavailable');
  assert.equal(login.headers['retry-after'], '2');
});
