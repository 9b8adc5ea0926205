import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { AVATAR, openAvatarFixture, picture } from '../../../test/support/avatar-fixture.ts';
import { formBody } from '../../../test/support/form-body.ts';

/** The memory for pictures has room for twelve of these. */
const LARGE = 5 * 1024 * 1024;
const SENT = 12;
const FORM = formBody([{ bytes: Buffer.alloc(LARGE), filename: 'slika.png', type: 'image/png' }]);

/** Sends a form but for its end, and resolves when all of it is on its way. */
async function sendUnfinished(t: TestContext, port: number, token: string): Promise<Socket> {
  const { headers, payload } = FORM;
  const lines = [`POST ${AVATAR} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${token}`];
  const all = { ...headers, 'content-length': String(payload.length) };
  const head = [...lines, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  t.after(() => socket.destroy());
  socket.resume().write(`${head}\r\n\r\n`);
  await new Promise((sent) => {
    socket.once('close', sent).write(payload.subarray(0, -10), sent);
  });
  return socket;
}

test('unfinished pictures of one person leave room for those of others', async (t) => {
  const { service, member, upload } = await openAvatarFixture(t);
  const [greedy, modest] = [await member(), await member()];
  await service.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.server.server.address() as { port: number };
  for (let count = 0; count < SENT; count++) await sendUnfinished(t, port, greedy.token);
  await pause(500); // until what was sent is read
  const small = await picture();
  const padded = Buffer.concat([small, Buffer.alloc(LARGE - small.length)]);
  assert.equal((await upload(modest.token, padded)).status, 200);
});

test('a crowd of pictures of one person leaves turns to others', async (t) => {
  const { member, upload } = await openAvatarFixture(t);
  const [greedy, modest] = [await member(), await member()];
  const large = await picture('png', { width: 4000, height: 4000 });
  const crowd = Array.from({ length: 20 }, () => upload(greedy.token, large));
  await pause(100); // until they wait
  const one = await upload(modest.token, await picture());
  const statuses = (await Promise.all(crowd)).map(({ status }) => status);
  assert.equal(one.status, 200, JSON.stringify(one.body));
  assert.deepEqual(new Set(statuses), new Set([200, 503]));
});
