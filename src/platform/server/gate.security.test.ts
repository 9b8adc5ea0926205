// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { bareServer } from '../../../test/support/bare-server.ts';
import { parsedAnswer, rawClient, rawRequest } from '../../../test/support/raw-http.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { defineOpenRoute, defineRoute, type Method, ok } from '../http/define-route.ts';
import { open, signedIn } from '../http/route-access.ts';
import { unlimited } from '../http/route-limit.ts';
import { gateAsksForToken } from './gate.ts';
import { registerRoutes } from './register-routes.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK'];
const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE'];

const ANONYMOUS = [
  '/api/auth/login',
  '/api/auth/refresh',
  '/api/auth/forgot-password',
  '/api/auth/password/reset',
  '/api/auth/reset-password',
  '/api/auth/setup-password',
  '/api/auth/google',
  '/api/gdpr/consent',
  '/api/x/avatar',
  '/api/anything/ending/in/avatar',
];
const ADMIN = [
  ...['/api/admin', '/api/admin/', '/api/admin/users', '/api/admin/users/7/avatar', '/api/admin/nothing/here'],
  ...[`/api/admin/users/${'a'.repeat(201)}`, `/api/admin/users/${'1'.repeat(5000)}`],
];
const GUARDED = [
  ...['/api', '/api/', '/api/nothing', '/api/auth/logout', '/api/auth/me', '/api/auth/login/', '/api/auth/login/x'],
  ...['/api/users/me/avatar/', '/api/users/me/avatars', '/api/auth/avatar/me', '/api/users/me/x-avatar'],
  `/api/users/me/sessions/${'a'.repeat(250)}`,
];
const PAGES = ['/', '/login', '/apis', '/apiary/x', '/nothing', '/uploads/avatars/x.png', '/administrator'];

test('the gate follows the list of the contract, method by method, before routing', async (t) => {
  const service = await startTestService(t);
  const expected = (method: string, path: string): boolean => {
    if (method === 'OPTIONS') return false;
    return ADMIN.includes(path) || (GUARDED.includes(path) && CHANGING.includes(method));
  };
  for (const path of [...ANONYMOUS, ...ADMIN, ...GUARDED, ...PAGES]) {
    for (const method of METHODS) {
      const { status, body } = await service.call(`${method} ${path}`);
      const asked = status === 401 && (method === 'HEAD' || body.code === 'auth.missing');
      const ownToken = path === '/api/auth/me' && (method === 'GET' || method === 'HEAD');
      assert.equal(asked, expected(method, path) || ownToken, `${method} ${path}: ${status}`);
      assert.ok(status < 500, `${method} ${path}: ${status}`);
    }
  }
  assert.deepEqual(await service.audit.take(), []);
});

test('an anonymous path opens no similar path', () => {
  const near = [
    ...ANONYMOUS.slice(0, 8).flatMap((path) => [`${path}/`, `${path}/x`, `${path}x`, `${path};x`, path.toUpperCase()]),
    ...['/api/auth/login%20', '/API/auth/login', '/api/Auth/login', '/api/users/me/AVATAR', '/api/users/me/avatar;x'],
    ...['/api/avatars', '/api/users/avatar/me', '/api/users/:avatar', '/API/ADMIN/avatar', '/Api/Admin/users'],
  ];
  for (const path of near)
    for (const method of CHANGING) assert.ok(gateAsksForToken(method, path), `${method} ${path}`);
  for (const path of ['/API/ADMIN/x', '/Api/admin', '/api/ADMIN/avatar'])
    for (const method of ['GET', 'HEAD', 'TRACE', 'POST'])
      assert.ok(gateAsksForToken(method, path), `${method} ${path}`);
});

test('an ambiguous request target is refused before a token is required', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const send = await rawClient(service.server); // a client library would tidy these up
  const odd = [
    ...['/api/admin%2fusers', '/api/admin%2Fusers', '/api%2fadmin/users', '/api/admin/users%2f7', '/%2fapi/admin'],
    ...['/api%5cadmin', '/api%5Cadmin', '/api\\admin', '/api/admin/x%25', '/api/%2561dmin', '/api/admin%00', '/%00'],
    ...['//api/admin', '/api//admin', '/api/admin//users', '/api/admin//', '//', '/api/auth//login'],
    ...[
      '/./api/admin',
      '/api/./admin',
      '/api/../api/admin',
      '/api/auth/login/..',
      '/api/auth/login/../../admin',
      '/..',
    ],
    ...['/api/%2e/admin', '/api/%2E%2E/api/admin', '/api/.%2e/admin', '/api/%2e./admin', '/api/auth/login/%2e%2e'],
    ...['/api/x/%ff', '/api/x/%', '/api/x/%zz', '/api/x/%c3%28', '/api/auth/me?x=%00'],
  ];
  for (const target of odd) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      for (const headers of [[], [`Authorization: Bearer ${token}`]]) {
        const answer = parsedAnswer(await send(rawRequest(`${method} ${target}`, headers)));
        assert.equal(answer.status, 400, `${method} ${target}`);
        assert.equal(answer.body.code, 'request.target', `${method} ${target}`);
        assert.ok(answer.headers['x-content-type-options'], target);
        assert.equal(answer.headers['x-request-id'], answer.body.request_id, target);
      }
    }
  }
});

test('a percent-encoded letter is that letter', async (t) => {
  const service = await startTestService(t);
  for (const target of ['/%61pi/admin/users', '/api/%61dmin/nothing', '/%61%70%69/%61dmin']) {
    const { status } = await service.call(`GET ${target}`);
    assert.ok(status === 401 || status === 400, `${target}: ${status}`);
  }
  assert.equal((await service.call('DELETE /%61pi/nothing')).status, 401);
  assert.equal((await service.call('POST /api/auth/%6cogout')).status, 401);
  assert.equal((await service.call('GET /%61pi/auth/me')).body.code, 'auth.missing');
});

test('requests that no well-behaved client sends are refused', async (t) => {
  const service = await startTestService(t);
  const send = await rawClient(service.server);
  const statusOf = async (line: string, headers: string[] = [], body = '') =>
    parsedAnswer(await send(rawRequest(line, headers, body)));
  const cases: [string, number, string?][] = [
    ['GET http://127.0.0.1/api/admin/users', 400, 'request.target'],
    ['DELETE http://evil.example/api/admin/users', 400, 'request.target'],
    ['POST https://127.0.0.1/api/auth/login', 400, 'request.target'],
    ['OPTIONS *', 400, 'request.target'],
    ['GET *', 400, 'request.target'],
    ['GET api/admin/users', 400, undefined],
    ['GET ?/api/admin', 400, 'request.malformed'],
    ['GET /api/admin/users#x', 401, 'auth.missing'],
    ['GET /api/admin?/../../x', 401, 'auth.missing'],
    ['TRACE /api/admin/users', 401, 'auth.missing'],
    ['TRACE /api/auth/login', 405, 'request.method'],
    ['TRACE /nothing', 404, 'request.not_found'],
    ['PROPFIND /api/admin/users', 401, 'auth.missing'],
    ['BREW /api/admin/users', 400, 'request.malformed'],
    ['get /api/admin/users', 400, 'request.malformed'],
  ];
  for (const [line, status, code] of cases) {
    const answer = await statusOf(line);
    assert.equal(answer.status, status, line);
    if (code !== undefined) assert.equal(answer.body.code, code, line);
    assert.ok(answer.headers['x-content-type-options'], line);
    assert.ok(!JSON.stringify(answer.body).includes('node:'), line);
  }
  const smuggled = await send(
    rawRequest(
      'POST /api/auth/logout',
      ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      '0\r\n\r\nGET /x HTTP/1.1\r\n\r\n',
    ),
  );
  assert.equal(parsedAnswer(smuggled).status, 400);
  assert.equal(smuggled.split('HTTP/1.1 ').length, 2, 'one answer, and the line is closed');
});

test('the first of two Authorization headers counts, whatever the second contains', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const send = await rawClient(service.server);
  const status = async (...values: string[]) =>
    parsedAnswer(
      await send(
        rawRequest(
          'GET /api/auth/me',
          values.map((value) => `Authorization: ${value}`),
        ),
      ),
    ).status;
  assert.equal(await status(`Bearer ${token}`), 200);
  assert.equal(await status('Bearer x', `Bearer ${token}`), 401);
  assert.equal(await status('', `Bearer ${token}`), 401);
  assert.equal(await status('Basic eDp4', `Bearer ${token}`), 401);
});

const plain = (method: Method, path: string) => ({
  method,
  path,
  summary: 'A route of a test',
  tag: 'Test',
  limit: unlimited('a test'),
  audit: [] as const,
  responses: { success: ok(Type.Object({ who: Type.Any() })), refusals: [] },
});

const guarded = (method: Method, path: string) =>
  defineRoute({
    ...plain(method, path),
    access: signedIn(),
    request: {},
    handle: async (_request, { userId }) => ({ who: userId }),
  });

const opened = (method: Method, path: string) =>
  defineOpenRoute({
    ...plain(method, path),
    access: open('a test'),
    request: {},
    handle: async () => ({ who: 'anyone' }),
  });

test('the gate decides known routes by their pattern: a parameter value of avatar opens nothing', async (t) => {
  const server = bareServer(t, registerRoutes, [
    guarded('DELETE', '/api/things/:id'),
    guarded('POST', '/api/things/:avatar'),
    guarded('PUT', '/api/tree/*'),
    guarded('GET', '/api/admin/things/:id'),
    opened('POST', '/api/users/:id/avatar'),
    guarded('DELETE', '/api/users/:id/avatar'),
  ]);
  const status = async (target: string, headers = {}) => {
    const [method, url] = target.split(' ') as ['GET', string];
    return (await server.inject({ method, url, headers })).statusCode;
  };
  const shut = [
    ...['DELETE /api/things/avatar', 'POST /api/things/avatar', 'PUT /api/tree/avatar', 'PUT /api/tree/a/b/avatar'],
    ...['GET /api/admin/things/avatar', 'HEAD /api/admin/things/7', 'DELETE /api/users/7/avatar'],
    ...['DELETE /api/things/%61vatar', 'DELETE /%61pi/things/avatar'],
  ];
  for (const target of shut) {
    assert.equal(await status(target), 401, target);
    assert.equal(await status(target, { authorization: 'Bearer good' }), 200, target);
  }
  assert.equal(await status('POST /api/users/7/avatar'), 200);
  assert.equal(await status('POST /api/users/avatar'), 404, 'unknown paths are judged by their text');
});

test('a route that declares looser access than the gate prevents the start', (t) => {
  const looser = [
    opened('POST', '/api/things'),
    opened('DELETE', '/api/things/:avatar'),
    opened('PUT', '/API/things'),
    opened('GET', '/api/admin/figures'),
    opened('POST', '/api/admin/users/:id/avatar'),
  ];
  for (const route of looser)
    assert.throws(() => bareServer(t, registerRoutes, [route]), /without a token/, `${route.method} ${route.path}`);
  for (const route of [
    opened('GET', '/api/things'),
    opened('POST', '/api/auth/login'),
    opened('POST', '/api/x/avatar'),
  ])
    assert.doesNotThrow(() => bareServer(t, registerRoutes, [route]));
});

test('not found, wrong method and missing token are checked in a fixed order', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const answers: [string, string | undefined, number, string?][] = [
    ['GET /nothing', undefined, 404],
    ['POST /nothing', undefined, 404],
    ['GET /api/nothing', undefined, 404],
    ['POST /api/nothing', undefined, 401],
    ['POST /api/nothing', token, 404],
    ['GET /api/auth/login', undefined, 405, 'POST, OPTIONS'],
    ['DELETE /api/auth/login', undefined, 405, 'POST, OPTIONS'],
    ['DELETE /api/auth/me', undefined, 401],
    ['DELETE /api/auth/me', token, 405, 'GET, PUT, HEAD, OPTIONS'],
    ['POST /health/live', undefined, 405, 'GET, HEAD, OPTIONS'],
    ['GET /health/live/', undefined, 404],
    ['GET /api/admin/nothing', undefined, 401],
    ['GET /api/admin/nothing', token, 404],
  ];
  for (const [target, bearer, status, allow] of answers) {
    const answer = await service.call(target, bearer === undefined ? {} : { token: bearer });
    assert.equal(answer.status, status, target);
    assert.equal(answer.headers.allow, allow, target);
    assert.equal(answer.body.request_id, answer.headers['x-request-id']);
  }
  const head = await service.call('HEAD /api/auth/me', { token });
  assert.deepEqual([head.status, head.text], [200, '']);
});

test('OPTIONS passes everywhere and returns methods, never data', async (t) => {
  const service = await startTestService(t);
  for (const [path, status, allow] of [
    ['/api/auth/login', 204, 'POST, OPTIONS'],
    ['/api/auth/me', 204, 'GET, PUT, HEAD, OPTIONS'],
    ['/api/admin/nothing', 404, undefined],
    ['/api/nothing', 404, undefined],
  ] as const) {
    const answer = await service.call(`OPTIONS ${path}`, { headers: { origin: 'https://evil.example' } });
    assert.equal(answer.status, status, path);
    assert.equal(answer.headers.allow, allow);
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
    if (status === 204) assert.equal(answer.text, '');
  }
});
