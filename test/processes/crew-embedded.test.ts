// engine: none
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { spawnProcess, startProcess } from '../support/service-process.ts';
import { createTestStore } from '../support/test-store.ts';

test('with the embedded store only one process serves, and says so', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const node = await startProcess(t, { ...store.env, SVC_PROCESSES: '4', SVC_LOG_LEVEL: 'warn' });
  assert.match(node.output(), /SVC_PROCESSES asks for 4 processes, but one answers: the embedded store has one writer/);
  assert.deepEqual(existsSync(`/proc/${node.pid}`) && childrenOf(node.pid), []);
  assert.equal((await node.stop()).code, 0);
});

/** By Linux's proc(5). */
const childrenOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '');

test('an invalid number of processes prevents the start', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  for (const SVC_PROCESSES of ['0', '257', 'all', '-1', '1.5']) {
    const node = await spawnProcess(t, { ...store.env, SVC_PROCESSES });
    assert.equal((await node.exited).code, 1);
    assert.match(node.output(), /SVC_PROCESSES must be a whole number in 1–256, or auto/);
  }
});
