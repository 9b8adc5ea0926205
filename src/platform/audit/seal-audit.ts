import { randomBytes } from 'node:crypto';
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database, Db, Tx } from '../database/database.ts';
import { withLease } from '../jobs/leased-worker.ts';
import { type Clock, earlier, type Instant, instantAt, nowOf } from '../kernel/clock.ts';
import { type Milliseconds, minutes, seconds } from '../kernel/durations.ts';
import type { Keyring } from '../keys/keyring.ts';
import { requireUnrevoked } from '../keys/revoke-key.ts';
import { type ChainedRecord, commitmentsOf, recordHash, type Salts, type Seal, type Signed } from './audit-chain.ts';
import {
  addSeals,
  findHighestSealed,
  findLastSigned,
  findSealHash,
  findTip,
  listBreaks,
  listUnsealedWithin,
  takeUnsealed,
} from './audit-chain-store.ts';
import type { HeadFile, OutsideHead } from './audit-head-file.ts';
import { explains, isOurBreak } from './chain-break.ts';
import { isOurs, meetKeysOf, signHead } from './head-signature.ts';
import { findHighestId } from './person-records-store.ts';

export interface SealDeps {
  readonly database: Database;
  readonly keys: Keyring;
  readonly clock: Clock;
  readonly heads: HeadFile;
  readonly observer?: SealObserver;
}

/** Records of every node pass through the hands of whoever seals: it learns of all without asking. */
export interface SealObserver {
  /** This process seals now instead of another one, which may have died before it acted on what it saw. */
  began(): void;
  sealed(actions: ReadonlySet<string>): void;
}

/**
 * Seals all unsealed records. A run ends early when `closing` aborts; the last run begins after that and does not pause.
 * Returns the number of records, or why it refuses to continue the chain.
 */
export type SealAudit = (closing?: AbortSignal) => Promise<{ sealed: number } | { broken: string } | undefined>;

/** Records per transaction and head. The embedded store works on this thread, so every request waits meanwhile. */
const PORTION = 500;
/** Records hashed before yielding to the event loop. */
const HASHED_AT_ONCE = 100;
/** Pause between portions of some 13 ms each, so that others are served after a large import. */
const REST: Milliseconds = 60;
const LEASE: Milliseconds = seconds(60);
/** Well within the lease, and over before the next run is due. */
const LONGEST_TURN: Milliseconds = seconds(8);
/** Upper bound for the last run at shutdown. */
const LONGEST_LAST_TURN: Milliseconds = seconds(4);
/** No transaction lives longer: a gap in the ids a minute below sealed ones stays a gap. */
const LATE_COMMIT: Milliseconds = minutes(1);
const LATE_IDS_AT_START = 50_000;

export function auditSealer(deps: SealDeps): SealAudit {
  const floor = lateCommitFloor(deps);
  let sealedAt = -Infinity;
  return (closing) =>
    withLease(deps.database, deps.clock, { name: 'audit-seal', length: LEASE }, async () => {
      // Whoever takes the lease in between keeps it for longer than this.
      if (performance.now() - sealedAt > LEASE / 2) deps.observer?.began();
      sealedAt = performance.now();
      const reason = await findChainFault(deps.database.read, deps);
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
    const portion = await sealPortion(deps, { from, tip, before });
    const last = portion?.ids.at(-1);
    if (portion === undefined || last === undefined) break;
    tip = portion.head;
    sealed += portion.ids.length;
    from = last;
    floor.pass(portion.ids);
    if (portion.isRest || (closing?.aborted && !isLast)) break;
  }
  return sealed;
}

/** Earlier than the time of any head. */
const NO_TIME: Instant = instantAt(0);

const SALT_BYTES = 32;

/** Salts for many records from one random draw. */
function freshSalts(count: number): (index: number) => Salts {
  const random = randomBytes(count * 2 * SALT_BYTES);
  const salt = (place: number) => random.toString('base64url', place * SALT_BYTES, (place + 1) * SALT_BYTES);
  return (index) => ({ actor_salt: salt(index * 2), meta_salt: salt(index * 2 + 1) });
}

interface Portion {
  readonly head: Signed;
  readonly ids: readonly number[];
  readonly actions: ReadonlySet<string>;
  /** No more records can be taken. */
  readonly isRest: boolean;
}

/**
 * Reads, commits to and seals records in one transaction. An erasure in between would blank a record and find no seal to take
 * the salt from, and the record would count as changed for ever. Records that an erasure holds are left to a later run.
 */
async function sealPortion(
  { database, keys, clock, heads, observer }: SealDeps,
  { from, tip, before }: { readonly from: number; readonly tip: Tip; readonly before: Instant },
): Promise<Portion | undefined> {
  const { commitsInOrder } = database; // then no other transaction is open that could hold a record
  const portion = await database.transaction(async (tx) => {
    const upTo = await findHighestId(tx);
    const found = await takeUnsealed(tx, from, PORTION + 1);
    const records = found.slice(0, PORTION);
    if (records.length === 0) return undefined;
    const isRest = found.length <= PORTION;
    const seals = await sealsOf(records, tip);
    const { seq, hash } = seals.at(-1) ?? tip;
    const now = nowOf(clock);
    // A record from long before the previous head counts as written later than it claims. Waiting records do not, so
    // a head carries the current time only if none waits.
    const waits = !isRest || (!commitsInOrder && (await hasLocked(tx, { from, upTo, found: found.length })));
    const head = signHead(keys, 'head', { seq, hash, signed_at: waits ? earlier(before, now) : now });
    await requireUnrevoked(tx, head.kid);
    // A concurrent sealer would violate the primary key `seq`.
    await addSeals(tx, seals, head);
    const actions = new Set<string>(records.map(({ action }) => action));
    return { head, isRest, ids: records.map(({ id }) => id), actions };
  });
  if (portion !== undefined) observer?.sealed(portion.actions);
  if (portion !== undefined) await heads.append(portion.head);
  return portion;
}

/** Whether there were more unsealed records than were found, since another transaction holds some of them. */
async function hasLocked(
  tx: Tx,
  { from, upTo, found }: { readonly from: number; readonly upTo: number; readonly found: number },
): Promise<boolean> {
  return (await listUnsealedWithin(tx, from + 1, upTo, found + 1)).length > found;
}

async function sealsOf(records: readonly ChainedRecord[], tip: Tip): Promise<Seal[]> {
  const seals: Seal[] = [];
  let { seq, hash } = tip;
  const saltsAt = freshSalts(records.length);
  for (const [index, record] of records.entries()) {
    const salts = saltsAt(index);
    const commitments = commitmentsOf(record, salts);
    seq += 1;
    hash = recordHash(seq, hash, record, commitments);
    seals.push({ seq, record_id: record.id, ...salts, commitments, hash });
    if (seals.length % HASHED_AT_ONCE === 0) await yieldToEventLoop();
  }
  return seals;
}

/**
 * Why the chain must not be continued. Continues only from a tip that we signed and that has not moved back: otherwise
 * a forged chain would get our signature.
 */
export async function findChainFault(
  db: Db,
  { keys, heads }: Pick<SealDeps, 'keys' | 'heads'>,
): Promise<string | undefined> {
  const [tip, head, stub] = [
    await findTip(db),
    await findLastSigned(db, 'audit_heads'),
    await findLastSigned(db, 'audit_stubs'),
  ];
  const base = tip ?? stub;
  const outside = heads.newest();
  if (base === undefined && head === undefined && (outside === undefined || (await isExplained(db, keys, outside))))
    return undefined;
  if (base === undefined || head === undefined || head.seq !== base.seq || head.hash !== base.hash)
    return 'the end of the chain is not the one that was signed last';
  await meetKeysOf(keys, [head]);
  if (keys.findRevoked(head.kid)) return `the last head is signed by ${head.kid}, which was revoked`;
  if (!isOurs(keys, 'head', head)) return 'the last head is not signed by a key of this service';
  if (outside === undefined || (stub !== undefined && outside.seq <= stub.seq)) return undefined;
  const isPart = (await findSealHash(db, outside.seq)) === outside.hash;
  return isPart || (await isExplained(db, keys, outside))
    ? undefined
    : 'the newest head outside the database is not part of the chain';
}

/** Whether a break that we signed explains an outside head: it was lost, or the break began the chain anew at 0. */
export async function isExplained(db: Db, keys: Keyring, outside: OutsideHead): Promise<boolean> {
  const breaks = (await listBreaks(db)).filter((broken) => isOurBreak(keys, broken));
  return breaks.some((broken) => explains(broken, outside) || (outside.seq === 0 && broken.seq === 0));
}

/** The id below which every record that will ever be committed is sealed. */
interface Floor {
  find(): Promise<number>;
  /** Reports ids that are sealed now. */
  pass(ids: readonly number[]): void;
}

const lateCommitFloor = (deps: SealDeps): Floor =>
  deps.database.commitsInOrder
    ? { find: () => findHighestSealed(deps.database.read), pass: () => {} }
    : floorBelowGaps(deps);

/** A missing id may still be committed for a minute; without gaps there is nothing to wait for. */
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
