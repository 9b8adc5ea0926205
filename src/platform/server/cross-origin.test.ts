// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

const LISTED = 'https://clan.example.hr';
const env = { SVC_CORS_ORIGINS: `${LISTED}, http://localhost:5173/` };
const asks = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization,content-type' };

const crossHeaders = (headers: object): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

test('a preflight of a listed origin is answered before the gate', async (t) => {
  const service = await startTestService(t, env);
  for (const origin of [LISTED, 'http://localhost:5173']) {
    for (const path of ['/api/auth/me', '/api/admin/users', '/api/nothing']) {
      const { status, headers, text } = await service.call(`OPTIONS ${path}`, { headers: { origin, ...asks } });
      assert.equal(status, 204, path);
      assert.equal(text, '');
      assert.equal(headers['access-control-allow-origin'], origin);
      assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, POST, PUT, PATCH, DELETE');
      assert.equal(headers['access-control-allow-headers'], 'Authorization, Content-Type');
      assert.equal(headers['access-control-max-age'], '600');
      assert.equal(headers['access-control-allow-credentials'], undefined);
      assert.equal(headers.vary, 'Origin');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(String(headers['x-request-id']), /^[\w-]{22}$/);
    }
  }
});

test('a page of a listed origin can read every answer, refusals too', async (t) => {
  const service = await startTestService(t, env);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  for (const [target, status, bearer] of [
    ['GET /api/auth/me', 200, token],
    ['GET /api/auth/me', 401, undefined],
    ['PUT /api/auth/me', 401, undefined],
    ['GET /api/admin/users', 401, undefined],
    ['GET /api/nothing', 404, undefined],
    ['POST /api/auth/login', 422, undefined],
  ] as const) {
    const call = { headers: { origin: LISTED }, ...(bearer ? { token: bearer } : {}) };
    const answer = await service.call(target, call);
    assert.equal(answer.status, status, target);
    assert.equal(answer.headers['access-control-allow-origin'], LISTED, target);
    assert.equal(
      answer.headers['access-control-expose-headers'],
      'Retry-After, X-Request-Id, Content-Disposition',
      target,
    );
    assert.equal(answer.headers.vary, 'Origin', target);
  }
});

test('an origin that is not listed, or only similar to one, gets no CORS headers', async (t) => {
  const service = await startTestService(t, env);
  const strangers = [
    ...['https://evil.example', 'http://clan.example.hr', `${LISTED}:444`, `${LISTED}.evil.example`, `${LISTED}/`],
    ...['https://CLAN.example.hr', 'https://x.clan.example.hr', 'null', '*', '', `${LISTED}, https://evil.example`],
  ];
  for (const origin of strangers) {
    const preflight = await service.call('OPTIONS /api/auth/me', { headers: { origin, ...asks } });
    assert.deepEqual(crossHeaders(preflight.headers), [], origin);
    assert.equal(preflight.headers.vary, 'Origin', 'no cache may give one origin the answer of another');
    const plain = await service.call('GET /health/live', { headers: { origin } });
    assert.equal(plain.status, 200);
    assert.deepEqual(crossHeaders(plain.headers), [], origin);
  }
  const own = await service.call('OPTIONS /api/auth/me');
  assert.deepEqual([own.status, own.headers.allow], [204, 'GET, PUT, HEAD, OPTIONS']);
});

test('without listed origins there are no CORS headers', async (t) => {
  const service = await startTestService(t);
  const preflight = await service.call('OPTIONS /api/auth/me', { headers: { origin: LISTED, ...asks } });
  assert.deepEqual(crossHeaders(preflight.headers), []);
  assert.equal(preflight.headers.vary, undefined);
});
