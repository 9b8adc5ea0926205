import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { startProcess } from '../support/service-process.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';

const CONNECTIONS = 100;
const PATIENCE_MS = 3000;
/** On a busy machine everything takes longer: wait at least as long as this many sign-ins alone take. */
const SIGN_INS = 15;
/** `TEST_ROUNDS`, else as long as the suite has time for. */
const SECONDS = roundsOr(3);
const CROWDED = '10.9.0.1';

test('100 connections of one member with the right password keep nobody else out', {
  timeout: timeFor(120_000),
}, async (t) => {
  const store = await seedStore(t, { people: 3, env: { SVC_SESSIONS_MAX: '50' } });
  const node = await startProcess(t, store.env);
  const [hog = '', other = '', neighbour = ''] = store.emails;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  t.after(() => agent.destroy());
  const alone = await node.signIn(other, PROCESS_PASSWORD, '10.9.0.2');
  const patience = Math.max(PATIENCE_MS, SIGN_INS * alone.ms);
  const counts: Record<string, number> = {};
  const until = performance.now() + SECONDS * 1000;
  const keepSigningIn = async () => {
    while (performance.now() < until) {
      const body = { email: hog, password: PROCESS_PASSWORD };
      const { status, headers } = await node.call('POST /api/auth/login', { body, from: CROWDED, agent });
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === 503) assert.match(headers['retry-after'] ?? '', /^\d+$/);
      else assert.equal(status, 200);
    }
  };
  const crowd = Array.from({ length: CONNECTIONS }, keepSigningIn);
  const waits: number[] = [];
  while (performance.now() < until) {
    // A caller from elsewhere, and one behind the crowded address.
    for (const [email, from] of [[other, '10.9.0.2'] as const, [neighbour, CROWDED] as const]) {
      const { status, body, ms } = await node.signIn(email, PROCESS_PASSWORD, from);
      assert.equal(status, 200, `${from}: ${JSON.stringify(body)}`);
      assert.ok(ms < patience, `${from}: ${ms} ms`);
      waits.push(ms);
    }
  }
  await Promise.all(crowd);
  assert.ok((counts[200] ?? 0) > 0, 'whoever crowds is served too');
  const longest = Math.max(...waits).toFixed(0);
  t.diagnostic(`${waits.length} sign-ins beside ${JSON.stringify(counts)}, the longest ${longest} ms`);
});
