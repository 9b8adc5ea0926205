import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { type Clock, type Instant, nowOf } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { requireUnrevoked } from '../keys/revoke-key.ts';
import type { Signed } from './audit-chain.ts';
import {
  dropSealedUpTo,
  findLastSigned,
  findTip,
  listErasures,
  listHeads,
  listSealed,
  type SealedRecord,
} from './audit-chain-store.ts';
import { isOurs, meetKeysOf, signHead } from './head-signature.ts';
import {
  blankedProblems,
  type ChainProblem,
  headProblems,
  problem,
  problemsOf,
  type Walk,
  walkFrom,
} from './walk-chain.ts';

export interface TrimDeps {
  readonly database: Database;
  readonly keys: Keyring;
  readonly clock: Clock;
}

/** A record to be trimmed was changed after it was sealed: it is evidence and stays. */
class TrimRefused extends Error {
  constructor({ seq, record_id, text }: ChainProblem) {
    super(`The audit log is not trimmed, seal ${seq ?? '–'}, record ${record_id ?? '–'}: ${text}`);
  }
}

/** Per transaction, so that others wait only briefly. */
const PORTION = 500;

/**
 * Removes the oldest sealed records and leaves a signed stub from which the rest of the chain verifies. Only the start
 * of the chain can go, and never its last record. Nothing in the database is trusted: hashes, links and signatures are
 * checked up to the first head that vouches for the records to be trimmed. Returns how many were trimmed.
 * @throws TrimRefused naming the record that was changed after it was sealed
 */
export async function trimAudit(
  deps: TrimDeps,
  before: Instant,
  { portion = PORTION, most = Number.POSITIVE_INFINITY } = {},
): Promise<number> {
  const attested: AttestedHashes = new Map();
  for (let all = 0; ; ) {
    const count = await trimPortion(deps, { before, portion, attested });
    all += count;
    if (count < portion || all >= most) return all;
    await yieldToEventLoop();
  }
}

/** Hashes by `seq` that a walk passed on its way to a head that vouches for them. */
type AttestedHashes = Map<number, string>;

async function trimPortion(
  { database, keys, clock }: TrimDeps,
  { before, portion, attested }: { before: Instant; portion: number; attested: AttestedHashes },
): Promise<number> {
  const db = database.read;
  const base = await findLastSigned(db, 'audit_stubs');
  await meetKeysOf(keys, [base]);
  if (base !== undefined && !isOurs(keys, 'stub', base))
    throw new TrimRefused(problem('forged_head', base.seq, null, 'The stub is not signed by this service'));
  const tip = await findTip(db);
  const oldest = await listSealed(db, base?.seq ?? 0, portion);
  const kept = oldest.findIndex(({ at, seq }) => (at !== null && at >= before) || seq === tip?.seq);
  const gone = kept === -1 ? oldest : oldest.slice(0, kept);
  const last = gone.at(-1);
  if (last === undefined) return 0;
  const walk = walkFrom(base, await listErasures(db));
  await requireWhole(database, keys, walk, gone);
  if (walk.head.seq !== last.seq || !isOurs(keys, 'head', walk.head as Signed))
    await requireAttested(database, keys, walk, attested);
  const stub = signHead(keys, 'stub', { seq: last.seq, hash: last.hash, signed_at: nowOf(clock) });
  return database.transaction(async (tx) => {
    await requireUnrevoked(tx, stub.kid);
    if ((await findLastSigned(tx, 'audit_stubs'))?.seq !== base?.seq) return 0; // trimmed concurrently
    const records = gone.map(({ record_id }) => record_id);
    await dropSealedUpTo(tx, stub, records);
    return gone.length;
  });
}

/** @throws TrimRefused for the first row that was changed after it was sealed */
async function requireWhole(
  { read }: Database,
  keys: Keyring,
  walk: Walk,
  rows: readonly SealedRecord[],
): Promise<void> {
  const signed = await listHeads(read, walk.seq, rows.at(-1)?.seq ?? 0);
  await meetKeysOf(keys, signed);
  const heads = new Map(signed.map((head) => [head.seq, head]));
  for (const row of rows) {
    for (const found of problemsOf(row, walk)) throw new TrimRefused(found);
    const head = heads.get(row.seq);
    if (head !== undefined) for (const found of headProblems(head, keys, walk)) throw new TrimRefused(found);
  }
  for (const found of await blankedProblems(read, walk.blanked)) throw new TrimRefused(found);
}

const PAGE = 500;

/**
 * Walks on to the first head signed by a valid key, whose hash vouches for everything before it. After a revocation
 * that may be far, so the hashes in between are kept.
 */
async function requireAttested(database: Database, keys: Keyring, walk: Walk, attested: AttestedHashes): Promise<void> {
  const passed: AttestedHashes = new Map();
  for (;;) {
    if (attested.get(walk.seq) === walk.hash) break;
    const page = await listSealed(database.read, walk.seq, PAGE);
    if (page.length === 0)
      throw new TrimRefused(problem('cut', walk.seq, null, 'No head vouches for what comes before'));
    const heads = await listHeads(database.read, walk.seq, page.at(-1)?.seq ?? 0);
    const upTo = heads.find((head) => keys.findRevoked(head.kid) === undefined)?.seq ?? page.at(-1)?.seq ?? 0;
    await requireWhole(
      database,
      keys,
      walk,
      page.filter(({ seq }) => seq <= upTo),
    );
    passed.set(walk.seq, walk.hash);
    if (walk.head.seq === walk.seq && isOurs(keys, 'head', walk.head as Signed)) break;
    await yieldToEventLoop();
  }
  for (const [seq, hash] of passed) attested.set(seq, hash);
}
