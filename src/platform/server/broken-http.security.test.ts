// engine: none
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Type } from 'typebox';
import { bareServer } from '../../../test/support/bare-server.ts';
import { parsedAnswer, rawClient, rawRequest } from '../../../test/support/raw-http.ts';
import { defineOpenRoute, ok } from '../http/define-route.ts';
import { open } from '../http/route-access.ts';
import { unlimited } from '../http/route-limit.ts';
import { registerRoutes } from './register-routes.ts';

const echo = defineOpenRoute({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'A route of a test',
  tag: 'Test',
  audit: [],
  limit: unlimited('a test'),
  access: open('a test'),
  request: { body: Type.Object({ text: Type.String({ maxLength: 10 }) }) },
  responses: { success: ok(Type.Object({ text: Type.String() })), refusals: [] },
  handle: async ({ body }) => body,
});

const short = { headers: 300, request: 600, check: 50 };

async function start(t: TestContext, timeouts = short) {
  const server = bareServer(t, registerRoutes, [echo], { timeouts });
  return { server, send: await rawClient(server) };
}

function assertOurs(text: string, status: number, code: string) {
  const answer = parsedAnswer(text);
  assert.equal(answer.status, status, text);
  assert.equal(answer.body.code, code);
  assert.equal(answer.body.request_id, answer.headers['x-request-id']);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.ok(answer.headers['content-security-policy']);
  assert.equal(answer.headers.connection, 'close');
}

test('malformed HTTP is answered in the format of the API, and the connection is closed', async (t) => {
  const { send } = await start(t);
  const line = 'GET /api/nothing';
  const broken: [string, string][] = [
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a header without a name', rawRequest(line, [': x'])],
    ['a space before the colon', rawRequest(line, ['X-A : x'])],
    ['a folded header', rawRequest(line, ['X-A: x', ' y'])],
    ['a control character in a header', rawRequest(line, ['X-A: a\0b'])],
    ['two lengths', rawRequest('POST /api/auth/login', ['Content-Length: 2', 'Content-Length: 3'], '{}')],
    ['a length that is none', rawRequest('POST /api/auth/login', ['Content-Length: -2'], '{}')],
    ['a length with a sign', rawRequest('POST /api/auth/login', ['Content-Length: +2'], '{}')],
    [
      'a chunk that is none',
      rawRequest('POST /api/auth/login', ['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
    ],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['no host', 'GET /api/nothing HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['no host, kept open', 'GET /api/nothing HTTP/1.1\r\n\r\n'],
    ['two hosts', rawRequest(line, ['Host: evil.example'])],
    ['the same host twice', rawRequest(line, ['host: 127.0.0.1'])],
    ['two hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['two hosts in one', 'GET / HTTP/1.1\r\nHost: a, b\r\n\r\n'],
    ['somebody at a host', 'GET / HTTP/1.1\r\nHost: a@b\r\n\r\n'],
    ['a path behind the host', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
    ['a port that is none', 'GET / HTTP/1.1\r\nHost: a:b\r\n\r\n'],
    ['a host twice where a token is asked for', rawRequest('GET /api/admin/users', ['Host: x'])],
    ['a host twice on a path of another form', rawRequest('GET http://x/api', ['Host: x'])],
  ];
  for (const [what, bytes] of broken) {
    const text = await send(bytes);
    assert.equal(parsedAnswer(text).status, 400, `${what}: ${text.slice(0, 60)}`);
    assert.doesNotMatch(text, /HPE_|node/i, what);
    assertOurs(text, 400, 'request.malformed');
  }
});

test('valid Host headers are accepted', async (t) => {
  const { send } = await start(t);
  for (const host of ['a', 'savez.example:8080', '[::1]:80', '127.0.0.1', 'a.', 'xn--a', 'a_b', '', 'a:']) {
    const answer = parsedAnswer(await send(`GET /api/nothing HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`));
    assert.equal(answer.status, 404, host);
  }
  assert.equal(parsedAnswer(await send('GET /api/nothing HTTP/1.0\r\n\r\n')).status, 404, 'HTTP/1.0 needs none');
});

test('CONNECT is refused, and the connection is closed whatever the client does', async (t) => {
  const { server, send } = await start(t);
  for (const bytes of ['CONNECT a:80', 'CONNECT 127.0.0.1:22', 'CONNECT [::1]:443'].map((line) => rawRequest(line)))
    assertOurs(await send(bytes), 400, 'request.target');
  assertOurs(await send(`${rawRequest('CONNECT a:80')}\x16\x03\x01`), 400, 'request.target');
  const { port } = server.server.address() as { port: number };
  const kept = await new Promise<string>((resolve) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.write('CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n'),
    );
    socket.setEncoding('utf8').on('data', (part) => {
      received += part;
    });
    const ended = setInterval(() => {
      server.server.getConnections((_error, count) => {
        if (received === '' || count > 0) return;
        clearInterval(ended);
        socket.destroy();
        resolve(received);
      });
    }, 10);
  });
  assertOurs(kept, 400, 'request.target');
});

test('the size of headers is limited', async (t) => {
  const { send } = await start(t);
  assertOurs(
    await send(rawRequest('GET /api/nothing', [`X-A: ${'a'.repeat(17_000)}`])),
    431,
    'request.headers_too_large',
  );
  assertOurs(await send(rawRequest(`GET /${'a'.repeat(17_000)}`)), 431, 'request.headers_too_large');
  const many = Array.from({ length: 2000 }, (_, index) => `X-${index}: aaaaaaaaaa`);
  assertOurs(await send(rawRequest('GET /api/nothing', many)), 431, 'request.headers_too_large');
  const cookie = `Authorization: Bearer ${'a'.repeat(9000)}`;
  assert.equal(parsedAnswer(await send(rawRequest('GET /api/admin/x', [cookie]))).status, 401);
});

test('the size of bodies is limited, whether announced or not', async (t) => {
  const { send } = await start(t);
  const json = 'Content-Type: application/json';
  const announced = await send(rawRequest('POST /api/auth/login', [json, 'Content-Length: 1000000'], '{"text":"'));
  assert.equal(parsedAnswer(announced).status, 413);
  assert.equal(parsedAnswer(announced).body.code, 'request.too_large');
  const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
  const unannounced = await send(
    rawRequest('POST /api/auth/login', [json, 'Transfer-Encoding: chunked'], `${chunk}${chunk}0\r\n\r\n`),
  );
  assert.equal(parsedAnswer(unannounced).status, 413);
});

test('a client that is too slow with headers or body is disconnected', async (t) => {
  const { send } = await start(t);
  const begin = performance.now();
  const slowHeaders = send('GET /api/nothing HTTP/1.1\r\nHost: x\r\nX-A: ');
  const slowBody = send(
    rawRequest('POST /api/auth/login', ['Content-Type: application/json', 'Content-Length: 20'], '{"text":'),
  );
  const silent = send('');
  for (const text of await Promise.all([slowHeaders, slowBody])) assertOurs(text, 408, 'request.timeout');
  const text = await silent;
  assert.ok(text === '' || parsedAnswer(text).status === 408);
  assert.ok(performance.now() - begin < 10_000);
});

test('a body that trickles in does not buy more time', async (t) => {
  const { server } = await start(t);
  const { port } = server.server.address() as { port: number };
  const text = await new Promise<string>((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(rawRequest('POST /api/auth/login', ['Content-Type: application/json', 'Content-Length: 9999'], '{'));
      const trickle = setInterval(() => socket.write(' '), 50);
      socket.on('close', () => {
        clearInterval(trickle);
        resolve(received);
      });
    });
    socket.setEncoding('utf8').on('data', (part) => {
      received += part;
    });
    socket.on('error', () => {});
  });
  assertOurs(text, 408, 'request.timeout');
});

test('unknown methods are refused', async (t) => {
  const { send } = await start(t);
  for (const method of ['QUERY', 'PROPFIND', 'LOCK', 'PURGE', 'M-SEARCH', 'TRACE']) {
    const known = parsedAnswer(await send(rawRequest(`${method} /api/auth/login`)));
    assert.deepEqual([known.status, known.headers.allow], [405, 'POST, OPTIONS'], method);
    assert.equal(parsedAnswer(await send(rawRequest(`${method} /nothing`))).status, 404, method);
    assert.equal(parsedAnswer(await send(rawRequest(`${method} /api/admin/x`))).status, 401, method);
    const typed = await send(rawRequest(`${method} /nothing`, ['Content-Type: text/plain', 'Content-Length: 2'], 'xx'));
    assert.equal(parsedAnswer(typed).status, 404, `${method} with a body`);
  }
});

test('an expectation that nobody knows is ignored', async (t) => {
  const { send } = await start(t);
  for (const [line, status] of [
    ['GET /api/admin/x', 401],
    ['GET /nothing', 404],
  ] as const) {
    const answer = parsedAnswer(await send(rawRequest(line, ['Expect: 200-ok'])));
    assert.equal(answer.status, status, line);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(answer.body.request_id, answer.headers['x-request-id']);
  }
});

test('on an unknown path the body is ignored', async (t) => {
  const { send } = await start(t);
  for (const [type, body] of [
    ['application/json', '{"a":'],
    ['text/plain', 'x'],
    ['application/json', 'x'.repeat(100_000)],
    [';;;', 'x'],
  ] as const) {
    const answer = parsedAnswer(
      await send(rawRequest('POST /nothing', [`Content-Type: ${type}`, `Content-Length: ${body.length}`], body)),
    );
    assert.equal(answer.status, 404, type);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  }
});
