import { setImmediate as breathe } from 'node:timers/promises';
import type { Db } from '../database/database.ts';
import { type Clock, type Instant, instantAt } from '../kernel/clock.ts';
import {
  type ChainedRecord,
  type Commitments,
  isBackdated,
  LATEST_ARRIVAL,
  recordHash,
  type Signed,
} from './audit-chain.ts';
import {
  findHighestSealed,
  findLastSigned,
  findNumberFrom,
  findSeal,
  listBeforeFirst,
  listErasures,
  listHeads,
  listSealed,
  listUnsealed,
  listUnsealedWithin,
  type SealedRecord,
} from './audit-chain-store.ts';
import { changedMembers, erasedMembers, type RecordedErasures, wasErased } from './erased-members.ts';
import { isOurs } from './head-signature.ts';
import type { SealDeps } from './seal-audit.ts';

export interface ChainProblem {
  readonly kind: 'changed' | 'removed' | 'reordered' | 'backdated' | 'forged_head' | 'cut' | 'blanked';
  readonly seq: number | null;
  readonly record_id: number | null;
  readonly text: string;
}

export interface ChainReport {
  readonly ok: boolean;
  readonly checked_at: Instant;
  readonly sealed: number;
  readonly unsealed: number;
  /** Records whose personal members were erased. */
  readonly erased: number;
  readonly head: Signed | null;
  readonly problems: readonly ChainProblem[];
}

const PAGE = 1000;
const MOST_PROBLEMS = 100;
const MOST_BLANKED = 10_000;
/** Numbers below the highest that are looked at for what waits, and numbers that are looked at in one go. */
const LATE_IDS = 50_000;

interface Walk {
  seq: number;
  hash: string;
  sealed: number;
  erased: number;
  /** The last head that was met, or the stub that stands for it. */
  head: Pick<Signed, 'seq' | 'hash'>;
  previousHeadAt: Instant;
  readonly problems: ChainProblem[];
  /** On record when the walk began. */
  readonly erasures: RecordedErasures;
  /** Records that have lost personal members otherwise; judged at the end, since an erasure may come meanwhile. */
  readonly blanked: SealedRecord[];
}

type Deps = SealDeps & { readonly clock: Clock };

/**
 * Walks the whole chain and names everything that is not as it was sealed. Reads in pages and lets others work between, who
 * may seal, trim and erase: what must be there is read before the walk, and what excuses a gap after it was met.
 */
export async function verifyAudit({ database, keys, clock, heads }: Deps): Promise<ChainReport> {
  const db = database.read;
  const [head, outside] = [await findLastSigned(db, 'audit_heads'), heads.newest()];
  let stub = await findLastSigned(db, 'audit_stubs');
  const walk = walkFrom(stub, await listErasures(db));
  const report = (problem: ChainProblem) => walk.problems.length < MOST_PROBLEMS && walk.problems.push(problem);
  if (stub && !isOurs(keys, 'stub', stub))
    report(problem('forged_head', stub.seq, null, 'The stub of what was trimmed is not signed by this service'));
  for (;;) {
    const page = await listSealed(db, walk.seq, PAGE);
    if (page.length === 0) break;
    const moved = page[0]?.seq === walk.seq + 1 ? undefined : await findLastSigned(db, 'audit_stubs');
    if (moved !== undefined && moved.seq > walk.seq && isOurs(keys, 'stub', moved)) {
      stub = moved; // trimmed under our feet: it stands for what went
      Object.assign(walk, { seq: moved.seq, hash: moved.hash, head: moved });
      continue;
    }
    const signed = new Map((await listHeads(db, walk.seq, page.at(-1)?.seq ?? 0)).map((one) => [one.seq, one]));
    for (const row of page) {
      for (const found of problemsOf(row, walk)) report(found);
      const met = signed.get(row.seq);
      if (met === undefined) continue;
      if (!isOurs(keys, 'head', met) || met.hash !== row.hash)
        report(problem('forged_head', row.seq, null, 'A head does not fit its signature or the chain'));
      Object.assign(walk, { head: met, previousHeadAt: met.signed_at });
    }
    await breathe();
  }
  if (walk.head.seq !== walk.seq || walk.seq < (head?.seq ?? 0))
    report(problem('cut', walk.seq, null, 'The chain does not end at the head that was signed last'));
  for (const found of await blankedProblems(db, walk.blanked)) report(found);
  const base = await findLastSigned(db, 'audit_stubs');
  await checkOutside(walk, outside, base, report, async (seq) => (await findSeal(db, seq))?.hash);
  const unsealed = await checkUnsealed(db, { clock, base: stub?.seq ?? 0, signedAt: head?.signed_at ?? '' }, report);
  return {
    ok: walk.problems.length === 0,
    checked_at: instantAt(clock.now()),
    sealed: walk.sealed,
    unsealed,
    erased: walk.erased,
    head: head ?? null,
    problems: walk.problems,
  };
}

function walkFrom(stub: Signed | undefined, erasures: RecordedErasures): Walk {
  const { seq, hash } = stub ?? { seq: 0, hash: '' };
  const counts = { sealed: 0, erased: 0, previousHeadAt: '' };
  return { seq, hash, head: { seq, hash }, ...counts, erasures, problems: [], blanked: [] };
}

/**
 * Looks at every record without a seal, at those with low numbers in particular: the sealer does not come back to them, and
 * a list shows them all the same. Returns how many wait.
 */
async function checkUnsealed(
  db: Db,
  { clock, base, signedAt }: { clock: Clock; base: number; signedAt: Instant },
  report: (problem: ChainProblem) => void,
): Promise<number> {
  for (const { seq, record_id } of await listBeforeFirst(db, base + 1, MOST_PROBLEMS))
    report(problem('reordered', seq, record_id, 'A record or its seal stands before the first'));
  const floor = Math.max(0, (await findHighestSealed(db)) - LATE_IDS);
  const soon = instantAt(clock.now() + LATEST_ARRIVAL);
  for await (const record of unsealedUpTo(db, floor))
    if (isBackdated(record, signedAt) || record.at > soon) report(backdated(null, record.id));
  const waiting = await listUnsealed(db, floor, PAGE);
  for (const record of waiting) if (isBackdated(record, signedAt)) report(backdated(null, record.id));
  return waiting.length;
}

/** Nothing as a rule. In stretches, so that neither a statement nor the others wait long. */
async function* unsealedUpTo(db: Db, floor: number): AsyncGenerator<ChainedRecord> {
  for (let from = await findNumberFrom(db, 1); from !== undefined && from <= floor; ) {
    const upTo = Math.min(from + LATE_IDS - 1, floor);
    yield* await listUnsealedWithin(db, from, upTo, MOST_PROBLEMS);
    await breathe();
    from = await findNumberFrom(db, upTo + 1);
  }
}

function* problemsOf(row: SealedRecord, walk: Walk): Generator<ChainProblem> {
  const expected = walk.seq + 1;
  const previous = walk.hash;
  [walk.seq, walk.hash, walk.sealed] = [row.seq, row.hash, walk.sealed + 1];
  if (row.seq !== expected)
    yield problem('removed', expected, null, `The seals ${expected} to ${row.seq - 1} are gone`);
  if (row.id === null) {
    yield problem('removed', row.seq, row.record_id, 'A sealed record is gone');
    return;
  }
  const record = row as ChainedRecord;
  const commitments = JSON.parse(row.commitments) as Commitments;
  yield* personalProblems(row, record, commitments, walk);
  if (row.seq === expected && recordHash(row.seq, previous, record, commitments) !== row.hash) {
    yield problem('changed', row.seq, row.record_id, 'A sealed record, its seal or its place in the chain was changed');
  }
  if (isBackdated(record, walk.previousHeadAt)) yield backdated(row.seq, row.record_id);
}

function* personalProblems(
  row: SealedRecord,
  record: ChainedRecord,
  commitments: Commitments,
  walk: Walk,
): Generator<ChainProblem> {
  const changed = changedMembers(record, row, commitments);
  if (changed.length > 0)
    yield problem('changed', row.seq, row.record_id, `Changed since it was sealed: ${changed.join(', ')}`);
  const state = erasedMembers(record, row);
  if (state === 'whole') return;
  walk.erased += 1;
  if (state === 'refilled')
    yield problem('blanked', row.seq, row.record_id, 'Something stands where a personal member was erased');
  else if (!wasErased(row, record, walk.erasures) && walk.blanked.length < MOST_BLANKED) walk.blanked.push(row);
}

/** Those of whom no erasure is on record. */
async function blankedProblems(db: Db, rows: readonly SealedRecord[]): Promise<ChainProblem[]> {
  if (rows.length === 0) return [];
  const erasures = await listErasures(db);
  return rows.filter((row) => !wasErased(row, row as ChainedRecord, erasures)).map(blanked);
}

const blanked = ({ seq, record_id }: SealedRecord): ChainProblem =>
  problem('blanked', seq, record_id, 'Personal members are gone without an erasure on record');

async function checkOutside(
  walk: Walk,
  outside: Signed | undefined,
  stub: Signed | undefined,
  report: (problem: ChainProblem) => void,
  hashAt: (seq: number) => Promise<string | undefined>,
): Promise<void> {
  if (outside === undefined || outside.seq <= (stub?.seq ?? 0)) return;
  if (outside.seq > walk.seq)
    report(
      problem(
        'cut',
        walk.seq,
        null,
        `The chain ended at ${outside.seq} when its head was written outside the database`,
      ),
    );
  else if ((await hashAt(outside.seq)) !== outside.hash)
    report(problem('changed', outside.seq, null, 'The head outside the database is not part of the chain'));
}

const backdated = (seq: number | null, recordId: number): ChainProblem =>
  problem('backdated', seq, recordId, 'A record says it is older than the seals that were made before it');

const problem = (
  kind: ChainProblem['kind'],
  seq: number | null,
  record_id: number | null,
  text: string,
): ChainProblem => ({ kind, seq, record_id, text });
