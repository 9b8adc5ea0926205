/**
 * `npm run soak -- failover`: runs a cluster of Debian packages on loopback addresses, with the configurations of `deploy`, and
 * one disturbance after the other under traffic. Prints the table of docs/operations.md. A part of a name selects disturbances.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { findLost } from '../test/failover/acknowledged-journal.ts';
import { type Disturbance, disturbances } from '../test/failover/disturbances.ts';
import { type Cost, costOf, failoverTable } from '../test/failover/failover-table.ts';
import { startTraffic } from '../test/failover/journalled-traffic.ts';
import { type Cluster, startCluster } from '../test/failover/whole-cluster.ts';
import { findTool } from '../test/support/deploy-tool.ts';

const CALM_MS = 3000;
const PACKAGES = [
  ['etcd', 'etcd-server'],
  ['patroni', 'patroni python3-etcd'],
  ['redis-server', 'redis-server'],
  ['redis-sentinel', 'redis-sentinel'],
  ['haproxy', 'haproxy'],
] as const;

async function play(cluster: Cluster, { name, act }: Disturbance): Promise<Cost> {
  const { front: port, admin, members, service } = cluster;
  const traffic = await startTraffic({ port, admin, members, tenantId: 1 });
  await pause(CALM_MS);
  const from = performance.now();
  let to = 0;
  try {
    await act(cluster);
  } finally {
    to = performance.now();
    await pause(CALM_MS);
    await traffic.stop();
  }
  const lost = await findLost(traffic.journal, service.database, port);
  const cost = costOf(name, traffic.journal, lost.length, [from, to]);
  const instead = traffic.journal.calls.flatMap((call) => (call.instead ? [`${call.kind}: ${call.instead}`] : []));
  console.log(failoverTable([cost]).split('\n').at(-1), [...new Set(instead)].join('; '), lost.join('; '));
  return cost;
}

test('failover', async (t) => {
  const [haproxy] = PACKAGES.map(([tool, debian]) => findTool(t, tool, debian)).reverse();
  if (haproxy === undefined) return;
  const wanted = process.argv[2] ?? '';
  const started = performance.now();
  const cluster = await startCluster(t, haproxy);
  console.log(`the cluster runs after ${Math.round((performance.now() - started) / 1000)} s`);
  const costs: Cost[] = [];
  for (const each of disturbances.filter(({ name }) => name.includes(wanted))) costs.push(await play(cluster, each));
  console.log(`\n${failoverTable(costs)}\n`);
  assert.ok(costs.length > 0, `no disturbance is called ${wanted}`);
  assert.deepEqual(
    costs.filter(({ lost, wrong }) => lost > 0 || wrong > 0).map(({ name }) => name),
    [],
  );
});
