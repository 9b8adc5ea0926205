import { pino } from 'pino';
import { findAccount } from '../../src/accounts/users/accounts-store.ts';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { openService, type Service } from '../../src/entry/start/service.ts';
import { byOperator } from '../../src/platform/audit/audit-context.ts';
import { auditSealer } from '../../src/platform/audit/seal-audit.ts';
import type { Engine } from '../../src/platform/database/database.ts';
import { instantAt } from '../../src/platform/kernel/clock.ts';
import type { UserId } from '../../src/platform/kernel/entity-id.ts';
import { openSession } from '../../src/sign-in/sessions/open-session.ts';
import { knownTokens } from '../../src/sign-in/sessions/session-token.ts';
import { type TokenPair, tokenPairs } from '../../src/sign-in/sessions/token-pair.ts';
import { seedGrowth } from '../../tools/seed-growth.ts';
import { createBenchStore } from '../support/bench-store.ts';
import { type BytesByGroup, bytesByGroup, processorTime } from './unit-costs.ts';

/** The costs of one call, in milliseconds. */
export interface CallCost {
  /** Processor time of the node, of its answering thread alone, and of PostgreSQL, with a few concurrent calls. */
  readonly node: number;
  readonly thread: number;
  readonly store: number;
  /** Latency without other callers. */
  readonly took: number;
}

export const CALLS = ['GET me', 'refresh', 'list'] as const;
export type CallName = (typeof CALLS)[number];

/** The measurements at one size. */
export interface Point {
  readonly engine: Engine;
  readonly people: number;
  readonly bytes: BytesByGroup;
  readonly calls: Readonly<Record<CallName, CallCost>>;
  /** GET me calls per second with `CALLERS` concurrent callers, and the share of a core that the answering thread had. */
  readonly rate: number;
  readonly share: number;
}

export const CALLERS = 32;
const FEW_CALLERS = 8;
/** The first thousands of calls cost more than later ones, which V8 has compiled. */
const ROUNDS = { 'GET me': 20_000, refresh: 500, list: 50 } as const;

/** One sign-in and one sealed audit record for each person. */
export async function measurePoint(engine: Engine, people: number): Promise<Point> {
  const store = await createBenchStore(engine);
  try {
    const env = { ...store.env, SVC_LOG_LEVEL: 'silent' };
    await seedGrowth(env, { users: people, memberships: people, tenants: 50, records: people });
    const service = await openService(readSettings(env), { log: pino({ level: 'silent' }) });
    try {
      const pairs = await signEverybodyIn(service, people);
      await sealAll(service);
      const bytes = await bytesByGroup(service); // before calls add to it
      const calls = await costs(service, pairs);
      const rate = await rateOf(service, pairs);
      return { engine, people, bytes, calls, ...rate };
    } finally {
      await service.close();
    }
  } finally {
    await store.remove();
  }
}

const AT_ONCE = 1000;

/** Returns the pairs of the first people; the first of them is a superadmin. */
async function signEverybodyIn({ database, clock, keys, settings }: Service, people: number): Promise<TokenPair[]> {
  const signer = tokenPairs(keys, clock, settings.server.publicUrl, settings.sessions, knownTokens());
  const now = clock.now();
  const call = byOperator([], instantAt(now));
  const kept: TokenPair[] = [];
  for (let first = 1; first <= people; first += AT_ONCE)
    await database.transaction(async (tx) => {
      for (let id = first; id < Math.min(first + AT_ONCE, people + 1); id++) {
        const actor = { id: id as UserId, email: '', tenantId: 1 } as never; // nothing of it is recorded
        const account = await findAccount(tx, id as UserId);
        if (account === undefined) continue;
        const acting = { actor, membershipId: account.mid };
        const session = await openSession(tx, call, signer, { ...acting, now, ...settings.sessions });
        if (kept.length >= ROUNDS.refresh + 1) continue;
        if (account.status === 'active') kept.push(await signer.sign(session, account));
      }
    });
  return kept;
}

async function sealAll({ database, keys, clock, heads }: Service): Promise<void> {
  const seal = auditSealer({ database, keys, clock, heads });
  for (;;) {
    const result = await seal();
    if (result === undefined || 'broken' in result) throw new Error('The records could not be sealed');
    if (result.sealed === 0) return;
  }
}

async function ask(service: Service, method: 'GET' | 'POST', url: string, pair: TokenPair): Promise<void> {
  const answer = await service.server.inject({
    method,
    url,
    ...(method === 'GET' ? { headers: { authorization: `Bearer ${pair.access_token}` } } : {}),
    ...(method === 'POST' ? { payload: { refresh_token: pair.refresh_token } } : {}),
  });
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
}

async function costs(service: Service, pairs: readonly TokenPair[]): Promise<Point['calls']> {
  const [superadmin, ...others] = pairs as [TokenPair, ...TokenPair[]];
  return {
    'GET me': await costOf(service, ROUNDS['GET me'], () => ask(service, 'GET', '/api/auth/me', superadmin)),
    refresh: await costOf(service, others.length, (n) =>
      ask(service, 'POST', '/api/auth/refresh', others[n] as TokenPair),
    ),
    list: await costOf(service, ROUNDS.list, () => ask(service, 'GET', '/api/admin/users?limit=50', superadmin)),
  };
}

/** A tenth warms up, a tenth goes one by one, the rest a few at once. */
async function costOf(service: Service, rounds: number, call: (round: number) => Promise<void>): Promise<CallCost> {
  const few = Math.floor(rounds / 10);
  for (let round = 0; round < few; round++) await call(round);
  const begun = performance.now();
  for (let round = few; round < 2 * few; round++) await call(round);
  const took = (performance.now() - begun) / few;
  const before = await processorTime(service);
  let next = 2 * few;
  const caller = async () => {
    while (next < rounds) await call(next++);
  };
  await Promise.all(Array.from({ length: FEW_CALLERS }, caller));
  const after = await processorTime(service);
  const measured = rounds - 2 * few;
  const each = (of: keyof typeof after) => (after[of] - before[of]) / measured;
  return { node: each('node'), thread: each('thread'), store: each('store'), took };
}

async function rateOf(service: Service, [pair]: readonly TokenPair[]): Promise<Pick<Point, 'rate' | 'share'>> {
  const each = Math.ceil(ROUNDS['GET me'] / CALLERS);
  const caller = async () => {
    for (let round = 0; round < each; round++) await ask(service, 'GET', '/api/auth/me', pair as TokenPair);
  };
  const before = process.threadCpuUsage();
  const begun = performance.now();
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const wall = performance.now() - begun;
  const { user, system } = process.threadCpuUsage(before);
  return { rate: (each * CALLERS * 1000) / wall, share: Math.min(1, (user + system) / 1000 / wall) };
}
