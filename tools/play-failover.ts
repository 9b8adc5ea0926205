/**
 * `npm run soak -- failover`: runs a cluster of Debian packages on loopback addresses, with the configurations of `deploy`, and
 * one disturbance after the other under traffic. Prints the table of docs/operations.md. A part of a name selects disturbances.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disturbances } from '../test/failover/disturbances.ts';
import { type Cost, failoverTable } from '../test/failover/failover-table.ts';
import { playDisturbance } from '../test/failover/play-disturbance.ts';
import { findClusterTools, startCluster } from '../test/failover/whole-cluster.ts';

test('failover', async (t) => {
  const haproxy = findClusterTools(t);
  if (haproxy === undefined) return;
  const wanted = process.argv[2] ?? '';
  const started = performance.now();
  const cluster = await startCluster(t, haproxy);
  console.log(`the cluster runs after ${Math.round((performance.now() - started) / 1000)} s`);
  const costs: Cost[] = [];
  for (const each of disturbances.filter(({ name }) => name.includes(wanted)))
    costs.push(await playDisturbance(cluster, each, console.log));
  console.log(`\n${failoverTable(costs)}\n`);
  assert.ok(costs.length > 0, `no disturbance is called ${wanted}`);
  assert.deepEqual(
    costs.filter(({ lost, wrong }) => lost > 0 || wrong > 0).map(({ name }) => name),
    [],
  );
});
