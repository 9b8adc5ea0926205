import { auditActionNames } from '../src/entry/app/declarations.ts';
import type { Actor, AuditedCall } from '../src/platform/audit/audit-context.ts';
import type { Database, Tx } from '../src/platform/database/database.ts';
import { epochOf, type Instant } from '../src/platform/kernel/clock.ts';
import type { Milliseconds } from '../src/platform/kernel/durations.ts';
import type { DemoPerson } from './demo-people.ts';
import type { SeededRandom } from './seeded-random.ts';

/** An event in the demo's past. Acts are performed in order of time. */
export interface Act {
  readonly at: Milliseconds;
  readonly perform: (stage: Stage, at: Instant) => Promise<void>;
}

/** The transaction of the acts, and who has an account so far. */
export interface Stage {
  readonly tx: Tx;
  readonly database: Database;
  readonly tenantIds: readonly number[];
  readonly actors: Map<DemoPerson, Actor>;
}

/** Dependencies of a use case at that instant, inside the transaction of the whole history. */
export const partsOf = ({ tx, database }: Stage, at: Instant) => ({
  clock: { now: () => epochOf(at) },
  database: { ...database, read: tx, transaction: <Result>(work: (tx: Tx) => Promise<Result>) => work(tx) },
});

/** Addresses reserved for documentation (RFC 5737 §3, RFC 3849). */
const NETWORKS = ['192.0.2.', '198.51.100.', '203.0.113.', '2001:db8:7::'];

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
];

/** A device: all its requests share address and browser. */
export type Device = (actor: Actor | null, at: Instant) => AuditedCall;

export function chanceDevice(random: SeededRandom): Device {
  const ip = `${random.pick(NETWORKS)}${1 + random.below(250)}`;
  const userAgent = random.pick(BROWSERS);
  const requestIds = random.token();
  let requests = 0;
  return (actor, at) => {
    const requestId = `${requestIds.slice(0, -2)}${String(requests++ % 100).padStart(2, '0')}`;
    return { context: { actor, ip, userAgent, requestId, declared: auditActionNames }, at };
  };
}
