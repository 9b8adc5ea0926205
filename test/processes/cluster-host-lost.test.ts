// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disturbances } from '../failover/disturbances.ts';
import { playDisturbance } from '../failover/play-disturbance.ts';
import { findClusterTools, startCluster } from '../failover/whole-cluster.ts';

/** The short form of `npm run soak -- failover`, beside nodes-behind-haproxy.test.ts: what only a whole cluster shows. */
const PLAYED = ['Redis killed', "primary's host lost"];

test('a cluster that loses its Redis and then a host of its database loses no acknowledged write', {
  timeout: 240_000,
}, async (t) => {
  const haproxy = findClusterTools(t);
  if (haproxy === undefined) return;
  const cluster = await startCluster(t, haproxy);
  for (const name of PLAYED) {
    const disturbance = disturbances.find((one) => one.name === name);
    assert.ok(disturbance, name);
    const { calls, lost, wrong } = await playDisturbance(cluster, disturbance, (line) => t.diagnostic(line));
    assert.deepEqual({ lost, wrong }, { lost: 0, wrong: 0 }, name);
    assert.ok(calls > 50, name);
  }
});
