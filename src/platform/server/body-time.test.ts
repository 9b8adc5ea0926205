// engine: none
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { bareServer } from '../../../test/support/bare-server.ts';
import { formBody } from '../../../test/support/form-body.ts';
import { defineOptionalRoute, defineRoute, ok } from '../http/define-route.ts';
import { signedIn, signedInOrNot } from '../http/route-access.ts';
import { unlimited } from '../http/route-limit.ts';
import { registerRoutes } from './register-routes.ts';

const Size = Type.Object({ size: Type.Integer() });
const about = { method: 'POST', summary: 'x', tag: 'x', audit: [], limit: unlimited('a test') } as const;
const form = { mostBytes: 1_000_000, mediaTypes: ['text/csv'] };
const responses = { success: ok(Size, 'x'), refusals: [] };

async function sizeOf(chunks: AsyncIterable<Buffer>): Promise<{ size: number }> {
  let size = 0;
  for await (const chunk of chunks) size += chunk.length;
  return { size };
}

const routes = [
  defineRoute({
    ...about,
    path: '/api/file',
    access: signedIn({ weakestTier: 4 }),
    request: { form },
    responses,
    handle: ({ form }) => form.firstFile(sizeOf),
  }),
  defineOptionalRoute({
    ...about,
    path: '/api/anybody/avatar',
    access: signedInOrNot('a test'),
    request: { form },
    responses,
    handle: ({ form }) => form.firstFile(sizeOf),
  }),
];

const { headers, payload } = formBody([{ bytes: 'a'.repeat(500), filename: 'a.csv' }]);

/** Sends a form in twenty pieces with pauses. Returns the response's status and when the connection was closed. */
async function drip(t: TestContext, path: string, { pauseMs, token }: { pauseMs: number; token?: string }) {
  const server = bareServer(t, registerRoutes, routes, {
    timeouts: { headers: 300, request: 600, upload: 2500, check: 50 },
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => socket.destroy());
  const begun = performance.now();
  let text = '';
  const closed = new Promise<number>((resolve) =>
    socket
      .setEncoding('utf8')
      .on('data', (piece) => (text += piece))
      .on('error', () => {})
      .once('close', () => resolve(performance.now() - begun)),
  );
  const head = [
    ...[`POST ${path} HTTP/1.1`, 'Host: x', 'Connection: close', `Content-Type: ${headers['content-type']}`],
    ...[`Content-Length: ${payload.length}`, ...(token === undefined ? [] : [`Authorization: Bearer ${token}`])],
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const piece = Math.ceil(payload.length / 20);
  for (let sent = 0; sent < payload.length && socket.writable; sent += piece) {
    await pause(pauseMs);
    socket.write(payload.subarray(sent, sent + piece));
  }
  const ms = await closed;
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), body: text.split('\r\n\r\n')[1], ms };
}

test('a signed-in caller may upload slowly, as long as the file arrives in the end', async (t) => {
  const slow = await drip(t, '/api/file', { pauseMs: 60, token: 'good' });
  assert.deepEqual([slow.status, slow.body], [200, '{"size":500}']);
  assert.ok(slow.ms > 1000, `${slow.ms} ms`);
  const tooSlow = await drip(t, '/api/file', { pauseMs: 200, token: 'good' });
  assert.equal(tooSlow.status, 408);
  assert.ok(tooSlow.ms >= 2400 && tooSlow.ms < 4000, `${tooSlow.ms} ms`);
});

test('nobody else gets more time than for any other request', async (t) => {
  const anonymous = await drip(t, '/api/anybody/avatar', { pauseMs: 60 });
  assert.equal(anonymous.status, 408);
  assert.ok(anonymous.ms >= 550 && anonymous.ms < 1200, `${anonymous.ms} ms`);
  const refused = await drip(t, '/api/file', { pauseMs: 60, token: 'bad' });
  assert.equal(refused.status, 401);
  assert.ok(refused.ms < 1200, `${refused.ms} ms`);
  const unknown = await drip(t, '/api/unknown', { pauseMs: 60, token: 'good' });
  assert.ok(unknown.status !== 200 && unknown.ms < 1200, `${unknown.status} ${unknown.ms} ms`);
});
