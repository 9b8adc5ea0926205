// engine: postgres
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { startCluster } from '../support/cluster-process.ts';
import { freePort, spawnProcess } from '../support/service-process.ts';
import { createTestStore } from '../support/test-store.ts';

test('processes start on an empty store with one set-up link', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const cluster = await startCluster(t, { ...store.env, SVC_ADMIN_EMAIL: 'glavna@example.hr' }, 3);
  const told = cluster.lines().filter(({ msg }) => msg.startsWith('the set-up link'));
  assert.deepEqual(
    told.map((line) => line.process),
    [1],
  );
  const link = readFileSync(join(store.dataDir, 'setup-link'), 'utf8');
  const token = new URL(link.trim()).hash.replace(/^#token=/, '') || new URL(link.trim()).searchParams.get('token');
  assert.ok(token);
  process.kill(cluster.pids().get(1) ?? 0, 'SIGKILL');
  await cluster.untilSaid('serving', 4);
  assert.equal(readFileSync(join(store.dataDir, 'setup-link'), 'utf8'), link, 'a restart of one makes no other link');
  assert.equal((await cluster.stop()).code, 0);
});

test('a port in use prevents the start of several processes, as it does of one', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const port = await freePort();
  const taken = createServer().listen(port, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  for (const processes of ['1', '2']) {
    const node = await spawnProcess(t, { ...store.env, SVC_PROCESSES: processes }, port);
    assert.equal((await node.exited).code, 1);
    const problem = `The service could not start: Something else listens on 127.0.0.1:${port} already. Stop it, or set SVC_PORT`;
    assert.ok(node.output().includes(problem), node.output());
  }
});
