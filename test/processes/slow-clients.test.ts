// engine: none
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { measureUntil } from '../support/latency.ts';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { startProcess } from '../support/service-process.ts';

const SLOW = 500;
const HEAD = 'POST /api/auth/login HTTP/1.1\r\nHost: example.hr\r\nContent-Type: application/json\r\n';

test('500 clients that send a byte a second do not keep others from being served', async (t) => {
  const { env, emails } = await seedStore(t, { people: 1, engine: 'sqlite' });
  const node = await startProcess(t, env);
  const token = (await node.signIn(emails[0] ?? '', PROCESS_PASSWORD)).body.access_token;
  const me = () => node.call('GET /api/auth/me', { token });
  const alone = await measureUntil(pause(1000), me);
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let count = 0; count < SLOW; count++) sockets.push(connect(node.port, '127.0.0.1').on('error', () => {}));
  let sent = 0;
  const dripping = setInterval(() => {
    for (const socket of sockets) socket.write(HEAD[sent % HEAD.length] ?? '');
    sent++;
  }, 1000);
  t.after(() => clearInterval(dripping));
  const among = await measureUntil(pause(6000), async () => {
    const answer = await me();
    assert.equal(answer.status, 200);
    return answer;
  });
  t.diagnostic(`GET me alone: ${JSON.stringify(alone)}, among ${SLOW} slow clients: ${JSON.stringify(among)}`);
  assert.ok(among.p99 < 250, `${among.p99} ms`);
  const open = sockets.filter((socket) => !socket.closed).length;
  assert.equal(open, SLOW, 'and none of them was refused');
});
