// engine: none
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sqliteFile } from '../../src/platform/database/open-sqlite.ts';
import { measureUntil } from '../support/latency.ts';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { type ProcessAnswer, startProcess } from '../support/service-process.ts';
import { holdWriteLock } from '../support/write-lock-holder.ts';

const CALLERS = 20;
/** A third of the time that the shortest lock is held for: a read that waited for it would take longer, on any machine. */
const READ_WITHIN_MS = 1000;

/** Many refreshes while another process holds the write lock, with reads in between. */
async function refreshWhileHeld(t: TestContext, holdMs: number) {
  const { env, dataDir, emails } = await seedStore(t, { people: CALLERS, engine: 'sqlite' });
  const node = await startProcess(t, env);
  const signIns: ProcessAnswer[] = [];
  for (const email of emails) signIns.push(await node.signIn(email, PROCESS_PASSWORD));
  const token = signIns[0]?.body.access_token;
  await holdWriteLock(t, sqliteFile(dataDir), holdMs);
  const refresh = ({ body: { refresh_token } }: ProcessAnswer) =>
    node.call('POST /api/auth/refresh', { body: { refresh_token } });
  const refreshing = Promise.all(signIns.map(refresh));
  const reads = await measureUntil(refreshing, () => node.call('GET /api/auth/me', { token }));
  t.diagnostic(`GET me meanwhile: ${JSON.stringify(reads)}`);
  assert.ok(reads.p99 < READ_WITHIN_MS, 'reads go on while writes wait');
  return { answers: await refreshing, again: () => Promise.all(signIns.map(refresh)) };
}

const statusesOf = (answers: readonly ProcessAnswer[]) => new Set(answers.map(({ status }) => status));

test('an operator command that writes for three seconds delays writes but fails none', async (t) => {
  const { answers } = await refreshWhileHeld(t, 3000);
  assert.deepEqual(statusesOf(answers), new Set([200]));
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  t.diagnostic(`slowest refresh: ${Math.round(slowest)} ms`);
  assert.ok(slowest < 5000);
});

test('with one that writes for longer than five seconds writes get 503, and work again afterwards', async (t) => {
  const { answers, again } = await refreshWhileHeld(t, 7000);
  assert.deepEqual(statusesOf(answers), new Set([503]));
  for (const { headers, body, ms } of answers) {
    assert.equal(body.code, 'store.unavailable');
    assert.equal(headers['retry-after'], '2');
    assert.ok(ms < 6500, `refused after ${Math.round(ms)} ms`);
  }
  t.diagnostic(`refused after ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms`);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  assert.deepEqual(statusesOf(await again()), new Set([200]));
});
