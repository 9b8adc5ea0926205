// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { assertProper, problemsOf } from '../../../test/support/proper-answer.ts';
import { registerService, serviceToken } from '../../../test/support/service-fixture.ts';
import { type Answer, startTestService, type TestService } from '../../../test/support/test-service.ts';

import type { Route } from '../http/define-route.ts';

const ajv = new Ajv({ strict: false });

test('every text of every request has a maximum length', async (t) => {
  const service = await startTestService(t);
  for (const route of service.routes) {
    for (const part of ['body', 'query'] as const) {
      const { properties = {} } = (route.request[part] ?? {}) as { properties?: Record<string, object> };
      for (const [field, schema] of Object.entries(properties)) {
        const fits = ajv.compile(schema);
        const { type } = schema as { type?: string };
        if (type !== 'string') continue;
        for (const endless of ['x'.repeat(100_000), '0'.repeat(100_000), ' '.repeat(100_000)])
          assert.ok(!fits(endless), `${route.method} ${route.path} ${part}.${field}`);
      }
    }
  }
});

const login = (service: TestService, payload: string | Buffer, type: string | undefined = 'application/json') =>
  service.server
    .inject({
      method: 'POST',
      url: '/api/auth/login',
      payload,
      headers: type === undefined ? {} : { 'content-type': type },
    })
    .then((answer): Answer => {
      const { statusCode: status, body: text, headers } = answer;
      return { status, text, headers, body: JSON.parse(text) };
    });

test('a body that is not JSON in UTF-8 is refused with the fitting error', async (t) => {
  const service = await startTestService(t);
  const good = '{"email":"a@example.hr","password":"x"}';
  const deep = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const cases: [string, string | Buffer, number, string][] = [
    ['cut off', '{"email":', 422, 'body json_invalid'],
    ['single quotes', "{'email':1}", 422, 'body json_invalid'],
    ['a trailing comma', '{"email":"a",}', 422, 'body json_invalid'],
    ['NaN', '{"email":NaN}', 422, 'body json_invalid'],
    ['two values', `${good}${good}`, 422, 'body json_invalid'],
    ['a raw NUL', '{"email":"a\0b"}', 422, 'body json_invalid'],
    ['a form', 'email=a&password=b', 422, 'body json_invalid'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 422, 'body json_invalid'],
    ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 422, 'body json_invalid'],
    ['an encoded half character', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 422, 'body json_invalid'],
    ['UTF-16', Buffer.from(good, 'utf16le'), 422, 'body json_invalid'],
    ['__proto__', '{"__proto__":{"email":"a"},"email":"a@example.hr","password":"x"}', 422, 'body text_unsafe'],
    ['__proto__ below', '{"x":{"__proto__":1}}', 422, 'body.x text_unsafe'],
    ['a name with NUL', '{"a\\u0000":1}', 422, 'body text_unsafe'],
    ['too deep', deep(30), 422, 'body.a too_deep'],
    ['as deep as 64 KiB can be', deep(32_000), 422, 'body.a too_deep'],
    ['a list', '[]', 422, 'body type'],
    ['a text', '"email"', 422, 'body type'],
    ['a number', '7', 422, 'body type'],
    ['null', 'null', 422, 'body type'],
  ];
  for (const [what, payload, status, problem] of cases) {
    const answer = await login(service, payload);
    assertProper(answer, what);
    assert.equal(answer.status, status, what);
    assert.deepEqual(problemsOf(answer), [problem], what);
  }
  assert.deepEqual(await service.audit.take(), [], 'nothing of it was tried');
  for (const [what, payload] of [
    ['a byte order mark', `\uFEFF${good}`],
    ['white space', `\n\t ${good} \r\n`],
    ['unknown members', '{"email":"a@example.hr","password":"x","admin":true,"constructor":{"prototype":{}}}'],
    ['a name twice: the last counts', '{"email":7,"email":"a@example.hr","password":"x"}'],
  ] as const)
    assert.equal((await login(service, payload)).status, 401, what);
});

test('only JSON is accepted, and an empty body counts as none, whatever its content type', async (t) => {
  const service = await startTestService(t);
  const good = '{"email":"a@example.hr","password":"x"}';
  const other = [
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'],
    ...['application/json5', 'application/vnd.api+json', 'text/json', 'image/png', 'application/jsonx'],
  ];
  for (const type of other) {
    const answer = await login(service, good, type);
    assertProper(answer, type);
    assert.equal(answer.status, 415, type);
    assert.equal(answer.body.code, 'request.media_type');
  }
  for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8'])
    assert.equal((await login(service, good, type)).status, 401, type);
  await service.addPerson({ email: 'ana@example.hr' });
  for (const type of [...other, 'application/json', ';;;', 'rubbish', '']) {
    const token = await service.tokenOf('ana@example.hr');
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': '0' };
    const answer = await service.server.inject({ method: 'POST', url: '/api/auth/logout', headers });
    assert.equal(answer.statusCode, 200, `${type}: ${answer.body}`);
  }
  const empty = await login(service, '');
  assert.equal(empty.status, 422);
});

test('a megabyte of password is refused before anybody hashes it', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const answer = await service.signIn('ana@example.hr', 'x'.repeat(1_000_000));
  assertProper(answer, 'huge');
  assert.equal(answer.status, 413);
  assert.equal(answer.body.code, 'request.too_large');
  for (const length of [257, 1025]) {
    const long = await service.signIn('ana@example.hr', 'x'.repeat(length));
    assert.deepEqual([long.status, problemsOf(long)], [422, ['body.password too_long']]);
  }
  // Every hash is preceded by a reservation.
  assert.deepEqual(await service.database.read.selectFrom('lockouts').select('lease').execute(), []);
  assert.deepEqual(await service.audit.take(), []);
  assert.equal((await service.signIn('ana@example.hr', '😀'.repeat(256))).status, 401, 'characters count, not bytes');
});

test('query parameters are checked against their schema too', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  for (const query of ['all=maybe', 'all=1', 'all=', 'all=true&all=false', 'all=%ff', 'all=null']) {
    const token = await service.tokenOf('ana@example.hr');
    const answer = await service.call(`POST /api/auth/logout?${query}`, { token });
    assertProper(answer, query);
    assert.deepEqual([answer.status, problemsOf(answer)], [422, ['query.all type']], query);
  }
});

test('a number in a path or query has one spelling; any other is refused', async (t) => {
  const service = await startTestService(t);
  const odd = [
    ...['0x1', '0b1', '0o1', '1e0', '1.0', '1.', '%201', '1%20', '1%09', '+1', '%2B1', '01', '-0', '1_0'],
    '%ef%bc%91', // a full-width digit
  ];
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  const boss = await service.tokenOf('gazda@example.hr');
  let seen = 0;
  const newCaller = async ({ access }: Route): Promise<string> => {
    if (access.kind === 'bearer' && access.scope !== undefined && access.weakestTier < 0)
      return serviceToken(service, await registerService({ service, boss }, [access.scope]));
    const { email } = await service.addPerson({ email: `ana${++seen}@example.hr`, role: 'superadmin' });
    return service.tokenOf(email);
  };
  for (const route of service.routes.filter(({ request: { form } }) => form === undefined)) {
    const { method, path, request } = route;
    for (const part of ['params', 'query'] as const) {
      const { properties = {} } = (request[part] ?? {}) as { properties?: Record<string, { type?: string }> };
      for (const [field, { type }] of Object.entries(properties)) {
        if (type !== 'integer') continue;
        const token = await newCaller(route); // one for each, since routes have limits
        const send = (text: string) => {
          const target = part === 'params' ? path.replace(`:${field}`, text) : `${path}?${field}=${text}`;
          const plain = target.replace(/:\w+/g, '1');
          return service.call(`${method} ${plain}`, { token, ...(request.body ? { body: {} } : {}) });
        };
        const none = await send('x');
        assert.ok(none.status === 422 || none.status === 404, `${method} ${path} ${field}: ${none.status}`);
        for (const text of odd) {
          const answer = await send(text);
          const what = `${method} ${path} ${field}=${text}`;
          assertProper(answer, what);
          assert.equal(answer.status, none.status, what);
          assert.deepEqual(answer.body.detail, none.body.detail, what);
        }
      }
    }
  }
  assert.ok(seen > 30, String(seen));
});
