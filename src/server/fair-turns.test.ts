import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import { startTestService } from '../../test/support/test-service.ts';
import { fairTurns } from './fair-turns.ts';

test('a crowd goes through 16 at a turn of the loop, whoever comes alone at once', async () => {
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
    await breathe();
  }
  await Promise.all(crowd);
  assert.deepEqual(seen, [16, 32, 40, 40]);
  assert.equal(turn(), undefined, 'nobody waits any more');
});

test('a sign-in for which there is no room is refused unread, with the time to come again', async (t) => {
  const service = await startTestService(t, {}, { bcryptCost: 11 });
  const room = availableParallelism() * 9; // a lane and eight in line for each core
  const served = Array.from({ length: room }, (_, number) =>
    service.call('POST /api/auth/login', { body: { email: `nitko${number}@example.hr`, password: 'nije ta lozinka' } }),
  );
  let odd = await service.call('POST /api/auth/login', { body: 'odd' });
  // Until all of them have been let in it is read, and found odd.
  for (let tries = 0; tries < 50 && odd.status === 422; tries++) {
    await pause(5);
    odd = await service.call('POST /api/auth/login', { body: 'odd' });
  }
  const { status, body: refusal, headers } = odd;
  assert.deepEqual([status, refusal.code], [503, 'passwords.busy']);
  const wait = Number(headers['retry-after']);
  assert.ok(wait >= 2 && wait <= 5, `${wait} s`);
  const statuses = (await Promise.all(served)).map((answer) => answer.status);
  assert.ok(!statuses.includes(503), 'those who came before are served');
  assert.equal((await service.call('POST /api/auth/login', { body: 'odd' })).status, 422, 'there is room again');
});
