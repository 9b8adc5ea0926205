import { setTimeout as pause } from 'node:timers/promises';
import { findLost } from './acknowledged-journal.ts';
import type { Disturbance } from './disturbances.ts';
import { type Cost, costOf, failoverTable } from './failover-table.ts';
import { startTraffic } from './journalled-traffic.ts';
import type { Cluster } from './whole-cluster.ts';

const CALM_MS = 3000;

/** Disturbs a cluster under traffic, and looks for everything that was acknowledged. */
export async function playDisturbance(
  cluster: Cluster,
  { name, act }: Disturbance,
  say: (line: string) => void,
): Promise<Cost> {
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
  say([failoverTable([cost]).split('\n').at(-1), ...new Set(instead), ...lost].join('; '));
  return cost;
}
