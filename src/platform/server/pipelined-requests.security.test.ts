// engine: none
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Type } from 'typebox';
import { bareServer } from '../../../test/support/bare-server.ts';
import { rawClient } from '../../../test/support/raw-http.ts';
import { defineOpenRoute, ok } from '../http/define-route.ts';
import { open } from '../http/route-access.ts';
import { unlimited } from '../http/route-limit.ts';
import { registerRoutes } from './register-routes.ts';

/** As many as fit into one read of a socket, and more. */
const FLOOD = 3000;

/** A server that counts the requests that it has parsed and its calls, and answers each with its number. */
async function start(t: TestContext) {
  const seen = { calls: 0, parsed: 0 };
  const count = defineOpenRoute({
    method: 'GET',
    path: '/api/count/:number',
    summary: 'A route of a test',
    tag: 'Test',
    audit: [],
    limit: unlimited('a test'),
    access: open('a test'),
    request: { params: Type.Object({ number: Type.String() }) },
    responses: { success: ok(Type.Object({ number: Type.String() })), refusals: [] },
    handle: async ({ params }) => {
      seen.calls++;
      return params;
    },
  });
  const server = bareServer(t, registerRoutes, [count]);
  server.server.on('request', () => seen.parsed++);
  return { seen, send: await rawClient(server) };
}

const requests = (path: string, count: number, last = ''): string =>
  Array.from({ length: count }, (_, index) => {
    const ending = index === count - 1 ? last : '';
    return `GET ${path}/${index} HTTP/1.1\r\nHost: a\r\n${ending}\r\n`;
  }).join('');

test('a few requests sent without waiting for answers are answered in order, again and again', async (t) => {
  const { send } = await start(t);
  const received = await send(requests('/api/count', 17, 'Connection: close\r\n'));
  const numbers = [...received.matchAll(/{"number":"(\d+)"}/g)].map(([, number]) => Number(number));
  assert.deepEqual(
    numbers,
    Array.from({ length: 17 }, (_, index) => index),
  );
});

test('a connection that sends requests by the thousand is closed before they cost anything', async (t) => {
  const { seen, send } = await start(t);
  assert.equal((await send(requests('/api/count', FLOOD))).match(/HTTP\/1\.1 /g), null);
  assert.ok(seen.calls <= 17, `${seen.calls} were handled`);
  assert.ok(seen.parsed <= 18, `${seen.parsed} were parsed`);
  for (const path of ['/api/nothing', '/api/admin/users', '//', '/%zz']) {
    seen.parsed = 0;
    assert.equal((await send(requests(path, FLOOD))).match(/HTTP\/1\.1 /g), null, path);
    assert.ok(seen.parsed <= 18, `${seen.parsed} of ${path} were parsed`);
  }
  const next = await send('GET /api/count/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  assert.match(next, /^HTTP\/1\.1 200 /);
});
