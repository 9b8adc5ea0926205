import { setImmediate as breathe } from 'node:timers/promises';
import type { Db } from '../database/database.ts';
import { type Clock, type Instant, instantAt } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type ChainedRecord, isBackdated, LATEST_ARRIVAL, type Signed } from './audit-chain.ts';
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
} from './audit-chain-store.ts';
import { isOurs, meetKeysOf } from './head-signature.ts';
import type { SealDeps } from './seal-audit.ts';
import {
  backdated,
  blankedProblems,
  type ChainProblem,
  headProblems,
  problem,
  problemsOf,
  type Walk,
  walkFrom,
} from './walk-chain.ts';

export interface ChainReport {
  readonly ok: boolean;
  readonly checked_at: Instant;
  readonly sealed: number;
  readonly unsealed: number;
  /** Records whose personal members were erased. */
  readonly erased: number;
  readonly head: Signed | null;
  /** Keys that leaked, and the heads that they signed. What those stood for, only a later head by another key shows. */
  readonly revoked_keys: readonly RevokedHeads[];
  readonly problems: readonly ChainProblem[];
}

export interface RevokedHeads {
  readonly kid: string;
  readonly revoked_at: Instant;
  readonly heads: number;
  readonly last_seq: number;
}

const PAGE = 1000;
const MOST_PROBLEMS = 100;
/** Numbers below the highest that are looked at for what waits, and numbers that are looked at in one go. */
const LATE_IDS = 50_000;

type Deps = SealDeps & { readonly clock: Clock };

/**
 * Walks the whole chain and names everything that is not as it was sealed. Reads in pages and lets others work between, who
 * may seal, trim and erase: what must be there is read before the walk, and what excuses a gap after it was met.
 */
export async function verifyAudit({ database, keys, clock, heads }: Deps): Promise<ChainReport> {
  const db = database.read;
  await keys.reload(); // another node may have revoked one
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
    await meetKeysOf(keys, [...signed.values()]);
    for (const row of page) {
      for (const found of problemsOf(row, walk)) report(found);
      const met = signed.get(row.seq);
      if (met !== undefined) for (const found of headProblems(met, keys, walk)) report(found);
    }
    await breathe();
  }
  if (walk.head.seq !== walk.seq || walk.seq < (head?.seq ?? 0))
    report(problem('cut', walk.seq, null, 'The chain does not end at the head that was signed last'));
  for (const found of await blankedProblems(db, walk.blanked)) report(found);
  for (const found of await revocationProblems(db, keys, walk)) report(found);
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
    revoked_keys: revokedKeysOf(walk, keys),
    problems: walk.problems,
  };
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

/** The end must be signed by a key that still counts, and whoever undid a revocation in the database is found out. */
async function revocationProblems(db: Db, keys: Keyring, walk: Walk): Promise<ChainProblem[]> {
  await keys.reload();
  const problems: ChainProblem[] = [];
  const last = await findLastSigned(db, 'audit_heads');
  if (last !== undefined && keys.findRevoked(last.kid) !== undefined)
    problems.push(problem('forged_head', last.seq, null, `The last head is signed by ${last.kid}, which was revoked`));
  for (const [kid, { seq, id }] of walk.revocations)
    if (keys.findRevoked(kid) === undefined)
      problems.push(problem('changed', seq, id, `This record revokes ${kid}, but the key is not revoked any more`));
  return problems;
}

const revokedKeysOf = ({ revoked }: Walk, keys: Keyring): RevokedHeads[] =>
  [...revoked].map(([kid, { heads, lastSeq }]) => ({
    kid,
    revoked_at: keys.findRevoked(kid)?.revokedAt ?? '',
    heads,
    last_seq: lastSeq,
  }));

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
