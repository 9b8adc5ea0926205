// engine: none
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { readSettings } from '../../entry/app/read-settings.ts';
import { createHttpServer } from './http-server.ts';
import { servePages } from './pages.ts';

const SHELL = '<meta property="csp-nonce" nonce="PAGE_NONCE"><div id="page"></div>';
const FILES = {
  'index.html': SHELL,
  'pages.json': '["/","/login"]',
  'assets/main-1a2b.js': 'plain',
  'assets/main-1a2b.js.br': 'as brotli',
  'assets/main-1a2b.js.gz': 'as gzip',
  'assets/reader-3c4d.mjs': 'a worker',
  'assets/mark-5e6f.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/notes.txt': 'not a kind that pages load',
};

function startServer(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-pages-'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });
  const { server, paths } = createHttpServer({ settings: readSettings({}), log, authenticate: () => Promise.reject() });
  servePages(server, { paths, log, folder });
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { server, logged, folder };
}

test('without a build the service runs, logs so, and its pages are 404', async (t) => {
  const { server, logged } = startServer(t, {});
  assert.match(logged.join(), /pages are not built/);
  const { statusCode, headers } = await server.inject({ method: 'GET', url: '/login' });
  assert.deepEqual([statusCode, headers['content-type']], [404, 'application/json; charset=utf-8']);
});

test('every path of the build serves the shell, each time with a new nonce', async (t) => {
  const { server } = startServer(t, FILES);
  const answers = await Promise.all(['/', '/login', '/login?reason=expired'].map((url) => server.inject({ url })));
  const nonces = answers.map(({ statusCode, headers, body }) => {
    assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-cache']);
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self';",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
    ])
      assert.ok(policy.includes(part), part);
    assert.ok(policy.includes("frame-ancestors 'none'") && !policy.includes('unsafe'));
    assert.equal(headers['referrer-policy'], 'no-referrer');
    const [, nonce = ''] = /'nonce-([\w-]{22})'/.exec(policy) ?? [];
    assert.equal(body, SHELL.replace('PAGE_NONCE', nonce));
    return nonce;
  });
  assert.equal(new Set(nonces).size, 3);
});

test('unknown pages are 404, and pages accept no other method', async (t) => {
  const { server } = startServer(t, FILES);
  assert.equal((await server.inject({ url: '/admin/users' })).statusCode, 404);
  const posted = await server.inject({ method: 'POST', url: '/login', payload: {} });
  assert.deepEqual([posted.statusCode, posted.headers.allow], [405, 'GET, HEAD, OPTIONS']);
  assert.equal((await server.inject({ method: 'HEAD', url: '/login' })).statusCode, 200);
});

test('a person at an unknown address gets a page that says so; programs get JSON', async (t) => {
  const { server } = startServer(t, FILES);
  const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';
  const page = await server.inject({ url: '/nema-toga?x=1', headers: { accept } });
  assert.deepEqual([page.statusCode, page.headers['content-type']], [404, 'text/html; charset=utf-8']);
  const [, nonce = ''] = /'nonce-([\w-]{22})'/.exec(String(page.headers['content-security-policy'])) ?? [];
  assert.deepEqual([page.body, page.headers.vary], [SHELL.replace('PAGE_NONCE', nonce), 'accept']);
  for (const [method, url, headers] of [
    ['GET', '/nema-toga', { accept: '*/*' }],
    ['GET', '/api/nema-toga', { accept }],
    ['GET', '/uploads/nema-toga.png', { accept }],
    ['DELETE', '/nema-toga', { accept }],
  ] as const) {
    const answer = await server.inject({ method, url, headers });
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'request.not_found'], `${method} ${url}`);
  }
});

test('an asset is sent in the encoding that the browser accepts, cacheable for ever', async (t) => {
  const { server } = startServer(t, FILES);
  for (const [accepted, body] of [
    ['gzip, deflate, br', 'as brotli'],
    ['gzip', 'as gzip'],
    ['identity', 'plain'],
  ] as const) {
    const answer = await server.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': accepted } });
    assert.equal(answer.body, body);
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.deepEqual(
      [answer.headers['content-type'], answer.headers.vary],
      ['text/javascript; charset=utf-8', 'accept-encoding'],
    );
  }
});

test('an SVG has a character set, as every text does', async (t) => {
  const { server } = startServer(t, FILES);
  const { headers } = await server.inject({ url: '/assets/mark-5e6f.svg' });
  assert.equal(headers['content-type'], 'image/svg+xml; charset=utf-8');
});

test('only files of the build are served', async (t) => {
  const { server } = startServer(t, FILES);
  const statusOf = async (url: string) => (await server.inject({ url })).statusCode;
  for (const name of ['other.js', 'notes.txt', 'main-1a2b.js.br', 'constructor'])
    assert.ok([400, 404].includes(await statusOf(`/assets/${name}`)), name);
  for (const url of [
    '/assets/..%2findex.html',
    '/assets/../index.html',
    '/assets/%2e%2e/pages.json',
    '/index.html',
    '/pages.json',
  ])
    assert.ok([400, 404].includes(await statusOf(url)), url);
});

test('a file that a newer build removed is 404, unless it was requested before', async (t) => {
  const { server, folder } = startServer(t, FILES);
  const statusOf = async (encoding: string) =>
    (await server.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': encoding } })).statusCode;
  assert.equal(await statusOf('br'), 200);
  rmSync(join(folder, 'assets'), { recursive: true });
  assert.equal(await statusOf('br'), 200, 'it is in memory');
  const missing = await server.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': 'gzip' } });
  assert.deepEqual([missing.statusCode, missing.json().code], [404, 'request.not_found']);
  assert.notEqual(missing.headers['cache-control'], 'public, max-age=31536000, immutable');
});

test('the files of the installed app have their own paths, and a new build shows at once', async (t) => {
  const page = '<style>p { color: red }</style><p>Nema veze</p>';
  const app = { 'manifest.webmanifest': '{"name":"Iskaznica"}', 'service-worker.js': 'let a', 'offline.html': page };
  const { server } = startServer(t, { ...FILES, ...app });
  const policies: string[] = [];
  for (const [url, type, body] of [
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', '{"name":"Iskaznica"}'],
    ['/service-worker.js', 'text/javascript; charset=utf-8', 'let a'],
    ['/offline', 'text/html; charset=utf-8', page],
  ] as const) {
    const answer = await server.inject({ url });
    assert.deepEqual([answer.statusCode, answer.headers['content-type'], answer.body], [200, type, body]);
    assert.equal(answer.headers['cache-control'], 'no-cache', url);
    policies.push(String(answer.headers['content-security-policy']));
  }
  const [, worker = '', offline = ''] = policies;
  assert.ok(worker.includes("connect-src 'self'") && !worker.includes('unsafe'));
  assert.match(offline, /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /);
  const { server: without } = startServer(t, FILES);
  assert.equal((await without.inject({ url: '/service-worker.js' })).statusCode, 404, 'a build of before');
});

test('a worker has its own policy; only it may compile WebAssembly, not the pages', async (t) => {
  const { server } = startServer(t, FILES);
  const { headers } = await server.inject({ url: '/assets/reader-3c4d.mjs' });
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; frame-ancestors 'none'",
  );
  const script = await server.inject({ url: '/assets/main-1a2b.js' });
  assert.ok(!String(script.headers['content-security-policy']).includes('unsafe'));
});
