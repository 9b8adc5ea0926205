import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { startTestService } from '../../../test/support/test-service.ts';
import { fairTurns } from './caller-turns.ts';

test('16 callers of a crowd are let through per turn of the event loop, and a single caller at once', async () => {
  const turn = fairTurns();
  let through = 0;
  const crowd = Array.from({ length: 40 }, async () => {
    await turn();
    through++;
  });
  const seen: number[] = [];
  for (let look = 0; look < 4; look++) {
    await Promise.resolve();
    seen.push(through);
    await yieldToEventLoop();
  }
  await Promise.all(crowd);
  assert.deepEqual(seen, [16, 32, 40, 40]);
  assert.equal(turn(), undefined, 'nobody waits any more');
});

/** Sign-ins by strangers, each over its own connection, possibly without waiting for the answer. */
function strangers(t: TestContext, port: number, count: number) {
  const leaving = new AbortController();
  t.after(() => leaving.abort());
  const asked = Array.from({ length: count }, (_, number) =>
    fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.2.${number >> 8}.${number & 255}` },
      body: JSON.stringify({ email: `nitko${number}@example.hr`, password: 'nije ta lozinka' }),
      signal: leaving.signal,
    }).catch(() => undefined),
  );
  return { asked, leave: () => leaving.abort() };
}

test('a sign-in without room in the queue is refused before its body is read; callers who leave make room', async (t) => {
  const service = await startTestService(t, { SVC_TRUSTED_PROXIES: '127.0.0.1' }, { bcryptCost: 13 });
  await service.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.server.server.address() as AddressInfo;
  const { asked, leave } = strangers(t, port, availableParallelism() * 42 + 20);
  let odd = await service.call('POST /api/auth/login', { body: 'odd' });
  // While there is room in the queue the body is read, and found invalid (422).
  for (let tries = 0; tries < 400 && odd.status === 422; tries++) {
    await pause(5);
    odd = await service.call('POST /api/auth/login', { body: 'odd' });
  }
  const { status, body: refusal, headers } = odd;
  assert.deepEqual([status, refusal.code], [503, 'passwords.busy']);
  const wait = Number(headers['retry-after']);
  assert.ok(wait >= 5 && wait <= 10, `${wait} s`);
  leave();
  await Promise.all(asked);
  for (let tries = 0; tries < 400 && service.passwords.load().waiting > availableParallelism() * 2; tries++)
    await pause(5);
  assert.equal((await service.call('POST /api/auth/login', { body: 'odd' })).status, 422, 'there is room again');
  const before = service.passwords.load().waiting;
  assert.ok(before <= availableParallelism() * 2, `${before} still wait, whom nobody waits for`);
});

test('a service that stops refuses queued callers and finishes requests in progress', async (t) => {
  const service = await startTestService(t, {}, { bcryptCost: 12 });
  const asked = Array.from({ length: availableParallelism() * 8 }, (_, number) =>
    service.call('POST /api/auth/login', { body: { email: `nitko${number}@example.hr`, password: 'nije ta lozinka' } }),
  );
  while (service.passwords.load().waiting < availableParallelism() * 4) await pause(5);
  service.passwords.close();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([401, 503]));
  assert.ok(statuses.filter((status) => status === 401).length >= availableParallelism());
});
