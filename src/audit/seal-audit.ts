import { randomBytes } from 'node:crypto';
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import type { Database, Db } from '../database/database.ts';
import { withLease } from '../jobs/lease.ts';
import { type Clock, type Instant, instantAt } from '../kernel/clock.ts';
import { type Milliseconds, minutes, seconds } from '../kernel/durations.ts';
import type { Keyring } from '../keys/keyring.ts';
import { requireUnrevoked } from '../keys/revoke-key.ts';
import { type ChainedRecord, commitmentsOf, recordHash, type Salts, type Seal, type Signed } from './audit-chain.ts';
import { addSeals, findHighestSealed, findLastSigned, findSeal, findTip, listUnsealed } from './audit-chain-store.ts';
import type { HeadFile } from './audit-head-file.ts';
import { isOurs, meetKeysOf, signHead } from './head-signature.ts';

export interface SealDeps {
  readonly database: Database;
  readonly keys: Keyring;
  readonly clock: Clock;
  readonly heads: HeadFile;
}

/**
 * Seals what is not sealed yet. A turn under way ends early when `closing` is told; one that begins after it is the last, and
 * rests no more. Returns how many records, or why it refuses to build on what is there.
 */
export type SealAudit = (closing?: AbortSignal) => Promise<{ sealed: number } | { broken: string } | undefined>;

/** In one transaction and under one head. The embedded store works on this thread, and every request waits meanwhile. */
const PORTION = 500;
/** Between two breaths, for the same reason. */
const HASHED_AT_ONCE = 100;
/** Between two portions, of which each takes some 13 ms: after an import there are many, and others are served meanwhile. */
const REST: Milliseconds = 60;
/** Well within the lease of a turn, and over before the next one is due. */
const LONGEST_TURN: Milliseconds = seconds(8);
/** A service that ends waits no longer for the last one. */
const LONGEST_LAST_TURN: Milliseconds = seconds(4);
/** No transaction lives longer; an id below those sealed a minute ago will not appear any more. */
const LATE_COMMIT: Milliseconds = minutes(1);
const LATE_IDS_AT_START = 50_000;

export function auditSealer(deps: SealDeps): SealAudit {
  const floor = lateCommitFloor(deps);
  return (closing) =>
    withLease(deps.database, deps.clock, { name: 'audit-seal', length: seconds(60) }, async () => {
      const reason = await whyUnsafe(deps.database.read, deps);
      if (reason !== undefined) return { broken: reason };
      return { sealed: await sealInPortions(deps, floor, closing) };
    });
}

type Tip = Pick<Seal, 'seq' | 'hash'>;

async function sealInPortions(deps: SealDeps, floor: Floor, closing?: AbortSignal): Promise<number> {
  const { read } = deps.database;
  const stub = await findLastSigned(read, 'audit_stubs');
  let tip: Tip = (await findTip(read)) ?? stub ?? { seq: 0, hash: '' };
  const before = ((await findLastSigned(read, 'audit_heads')) ?? stub)?.signed_at ?? NO_TIME;
  let from = await floor.find();
  const isLast = closing?.aborted === true;
  const until = performance.now() + (isLast ? LONGEST_LAST_TURN : LONGEST_TURN);
  let sealed = 0;
  for (; performance.now() < until; await pause(isLast ? 0 : REST)) {
    const found = await listUnsealed(read, from, PORTION + 1);
    const records = found.slice(0, PORTION);
    const last = records.at(-1);
    if (last === undefined) break;
    const isRest = found.length <= PORTION;
    // A record from long before the head that it follows counts as written later than it says. What waits is not, so only
    // the last head of a turn says what time it is.
    tip = await seal(deps, records, tip, isRest ? instantAt(deps.clock.now()) : before);
    sealed += records.length;
    from = last.id;
    floor.pass(records.map(({ id }) => id));
    if (isRest || (closing?.aborted && !isLast)) break;
  }
  return sealed;
}

/** Of a head before any that says a time. */
const NO_TIME: Instant = instantAt(0);

const SALT_BYTES = 32;

/** Salts for so many records, from one draw of randomness. */
function freshSalts(count: number): Salts[] {
  const random = randomBytes(count * 2 * SALT_BYTES);
  const salt = (place: number) => random.toString('base64url', place * SALT_BYTES, (place + 1) * SALT_BYTES);
  return Array.from({ length: count }, (_, index) => ({ actor_salt: salt(index * 2), meta_salt: salt(index * 2 + 1) }));
}

/** Returns the new tip. */
async function seal(
  { database, keys, heads }: SealDeps,
  records: readonly ChainedRecord[],
  tip: Tip,
  at: Instant,
): Promise<Signed> {
  const seals: Seal[] = [];
  let { seq, hash } = tip;
  const allSalts = freshSalts(records.length);
  for (const [index, record] of records.entries()) {
    const salts = allSalts[index] as Salts;
    const commitments = commitmentsOf(record, salts);
    seq += 1;
    hash = recordHash(seq, hash, record, commitments);
    seals.push({ seq, record_id: record.id, ...salts, commitments: JSON.stringify(commitments), hash });
    if (seals.length % HASHED_AT_ONCE === 0) await breathe();
  }
  const head = signHead(keys, 'head', { seq, hash, signed_at: at });
  // Another sealer would meet the primary key of `seq`.
  await database.transaction(async (tx) => {
    await requireUnrevoked(tx, head.kid);
    await addSeals(tx, database.engine, seals, head);
  });
  await heads.append(head);
  return head;
}

/** Why nothing may be built on the end of the chain. Builds only on a tip that we have signed and that has not moved back: else a forger's chain would get our signature. */
export async function whyUnsafe(
  db: Db,
  { keys, heads }: Pick<SealDeps, 'keys' | 'heads'>,
): Promise<string | undefined> {
  const [tip, head, stub] = [
    await findTip(db),
    await findLastSigned(db, 'audit_heads'),
    await findLastSigned(db, 'audit_stubs'),
  ];
  const base = tip ?? stub;
  if (base === undefined && head === undefined && heads.newest() === undefined) return undefined;
  if (base === undefined || head === undefined || head.seq !== base.seq || head.hash !== base.hash)
    return 'the end of the chain is not the one that was signed last';
  await meetKeysOf(keys, [head]);
  if (keys.findRevoked(head.kid)) return `the last head is signed by ${head.kid}, which was revoked`;
  if (!isOurs(keys, 'head', head)) return 'the last head is not signed by a key of this service';
  const outside = heads.newest();
  if (outside === undefined || (stub !== undefined && outside.seq <= stub.seq)) return undefined;
  const known = await findSeal(db, outside.seq);
  return known?.hash === outside.hash ? undefined : 'the newest head outside the database is not part of the chain';
}

/** The id up to which all is sealed that will ever be committed. */
interface Floor {
  find(): Promise<number>;
  /** Tells of ids that are sealed now. */
  pass(ids: readonly number[]): void;
}

/** With one writer ids are committed in order; on PostgreSQL they are not. */
const lateCommitFloor = (deps: SealDeps): Floor =>
  deps.database.engine === 'sqlite'
    ? { find: () => findHighestSealed(deps.database.read), pass: () => {} }
    : floorBelowGaps(deps);

/** Where an id is missing somebody may still commit it, for a minute; where none is, nothing is waited for. */
function floorBelowGaps({ database, clock }: SealDeps): Floor {
  const seen: { at: Milliseconds; id: number }[] = [];
  const sealed = new Set<number>(); // above the floor
  let floor = 0;
  const rise = (to: number) => {
    if (to > floor) for (const id of sealed) if (id <= to) sealed.delete(id);
    floor = Math.max(floor, to);
    while (sealed.delete(floor + 1)) floor += 1;
  };
  return {
    find: async () => {
      const now = clock.now();
      const highest = await findHighestSealed(database.read);
      if (seen.length === 0) seen.push({ at: now - LATE_COMMIT, id: Math.max(0, highest - LATE_IDS_AT_START) });
      seen.push({ at: now, id: highest });
      while (seen[1] !== undefined && seen[1].at <= now - LATE_COMMIT) seen.shift();
      rise(seen[0]?.id ?? 0);
      return floor;
    },
    pass: (ids) => {
      for (const id of ids) sealed.add(id);
      rise(floor);
    },
  };
}
