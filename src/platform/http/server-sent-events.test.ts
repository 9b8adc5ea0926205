// engine: none
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { sendEvents, serverSentEvent, type Update } from './server-sent-events.ts';

const MEBI = 2 ** 20;

/** A client that asks and reads only when it is told to. */
async function openSlowly(t: TestContext, look: () => Update) {
  const server = fastify();
  server.get('/', async (_request, reply) => {
    await sendEvents(reply, async () => look());
    return reply;
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo; // of a TCP server that listens
  const socket = connect(port, '127.0.0.1');
  t.after(async () => {
    socket.destroy();
    server.server.closeAllConnections();
    await server.close();
  });
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  let read = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    read += text;
  });
  socket.pause();
  return { socket, read: () => read };
}

test('what a slow reader does not take is not gathered up for it, and comes in order once it reads on', async (t) => {
  let looks = 0;
  const { socket, read } = await openSlowly(t, () => {
    looks += 1;
    return {
      over: looks > 15,
      news: looks > 15 ? '' : serverSentEvent({ id: looks, event: 'event', data: 'x'.repeat(MEBI) }),
    };
  });
  await pause(6000); // ten more looks would have been made
  const held = looks;
  assert.ok(held < 11, `${held} looks`);
  await pause(1500);
  assert.equal(looks, held, 'nobody looks while it does not read');
  socket.resume();
  await once(socket, 'end');
  const ids = [...read().matchAll(/^(?:[\da-f]+\r\n)?id: (\d+)$/gm)].map(([, id]) => Number(id));
  assert.deepEqual(
    ids,
    Array.from({ length: 15 }, (_, place) => place + 1),
  );
});
