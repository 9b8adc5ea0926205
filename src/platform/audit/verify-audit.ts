import type { Db } from '../database/database.ts';
import { BEFORE_ALL, type Clock, earlier, type Instant, instantAt, nowOf } from '../kernel/clock.ts';
import { pace } from '../kernel/pace.ts';
import type { TellProgress } from '../kernel/progress.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type ChainedRecord, isBackdated, LATEST_ARRIVAL, type Signed } from './audit-chain.ts';
import {
  findHighestSealed,
  findLastSigned,
  findNumberFrom,
  findSealHash,
  listBeforeFirst,
  listBreaks,
  listErasures,
  listHeads,
  listSealed,
  listUnsealed,
  listUnsealedWithin,
} from './audit-chain-store.ts';
import type { OutsideHead } from './audit-head-file.ts';
import { type ChainBreak, isBreakSignedBy, isOurBreak } from './chain-break.ts';
import { isOurs, meetKeysOf } from './head-signature.ts';
import { isExplained, type SealDeps } from './seal-audit.ts';
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
  /** Leaked keys and the heads they signed; only a later head by another key vouches for those. */
  readonly revoked_keys: readonly RevokedHeads[];
  /** The places where the chain continued after a restored backup or an accepted loss. */
  readonly breaks: readonly ChainBreak[];
  readonly problems: readonly ChainProblem[];
}

export interface RevokedHeads {
  readonly kid: string;
  readonly revoked_at: Instant;
  readonly heads: number;
  readonly last_seq: number;
}

const PAGE = 1000;
/** Records checked between two looks at what else is to be done. */
const BATCH = 100;
const MOST_PROBLEMS = 100;
/** Ids below the highest that are searched for unsealed records, and ids per query. */
const LATE_IDS = 50_000;

type Deps = SealDeps & { readonly clock: Clock; readonly tell?: TellProgress };

/**
 * Walks the whole chain and reports everything that was changed after it was sealed. Others may seal, trim and erase
 * meanwhile: so what must exist is read before the walk, and what may explain a gap is read after the gap was found.
 */
export async function verifyAudit({ database, keys, clock, heads, tell }: Deps): Promise<ChainReport> {
  const db = database.read;
  await keys.reload(); // another node may have revoked one
  const [head, outside] = [await findLastSigned(db, 'audit_heads'), heads.newest()];
  let stub = await findLastSigned(db, 'audit_stubs');
  const walk = walkFrom(stub, await listErasures(db));
  const report = (problem: ChainProblem) => walk.problems.length < MOST_PROBLEMS && walk.problems.push(problem);
  if (stub && !isOurs(keys, 'stub', stub))
    report(problem('forged_head', stub.seq, null, 'The stub of what was trimmed is not signed by this service'));
  const nextPage = pagesAhead(db);
  for (;;) {
    const page = await nextPage(walk.seq);
    if (page.length === 0) break;
    const moved = page[0]?.seq === walk.seq + 1 ? undefined : await findLastSigned(db, 'audit_stubs');
    if (moved !== undefined && moved.seq > walk.seq && isOurs(keys, 'stub', moved)) {
      stub = moved; // trimmed meanwhile: the new stub vouches for the trimmed records
      Object.assign(walk, { seq: moved.seq, hash: moved.hash, head: moved, early: [] });
      continue;
    }
    const signed = new Map((await listHeads(db, walk.seq, page.at(-1)?.seq ?? 0)).map((one) => [one.seq, one]));
    await meetKeysOf(keys, [...signed.values()]);
    for (const [index, row] of page.entries()) {
      if (index % BATCH === 0) await pace();
      for (const found of problemsOf(row, walk)) report(found);
      const met = signed.get(row.seq);
      if (met !== undefined) for (const found of headProblems(met, keys, walk)) report(found);
    }
    tell?.({
      stage: 'Verifying',
      done: walk.sealed,
      total: sealedUpTo(head) - walk.seq + walk.sealed,
      unit: 'records',
    });
  }
  for (const { seq, record_id } of walk.early) report(backdated(seq, record_id));
  if (walk.head.seq !== walk.seq || walk.seq < (head?.seq ?? 0))
    report(problem('cut', walk.seq, null, 'The chain does not end at the head that was signed last'));
  for (const found of await blankedProblems(db, walk.blanked)) report(found);
  for (const found of await revocationProblems(db, keys, walk)) report(found);
  const base = await findLastSigned(db, 'audit_stubs');
  const breaks = await listBreaks(db);
  for (const broken of breaks) for (const found of await breakProblems(db, keys, broken, base)) report(found);
  if (outside !== undefined && !(await isExplained(db, keys, outside)))
    await checkOutside(walk, outside, base, report, (seq) => findSealHash(db, seq));
  const unsealed = await checkUnsealed(
    db,
    { clock, base: stub?.seq ?? 0, signedAt: head?.signed_at ?? BEFORE_ALL },
    report,
  );
  return {
    ok: walk.problems.length === 0,
    checked_at: nowOf(clock),
    sealed: walk.sealed,
    unsealed,
    erased: walk.erased,
    head: head ?? null,
    revoked_keys: revokedKeysOf(walk, keys),
    breaks,
    problems: walk.problems,
  };
}

/** Pages after a number, each read while the one before it is walked. */
function pagesAhead(db: Db): (after: number) => ReturnType<typeof listSealed> {
  let ahead: { readonly after: number; readonly page: ReturnType<typeof listSealed> } | undefined;
  return async (after) => {
    const page = await (ahead?.after === after ? ahead.page : listSealed(db, after, PAGE));
    const last = page.at(-1)?.seq;
    ahead = last === undefined ? undefined : { after: last, page: listSealed(db, last, PAGE) };
    ahead?.page.catch(() => {}); // thrown to whoever asks for that page
    return page;
  };
}

const sealedUpTo = (head: Signed | undefined): number => head?.seq ?? 0;

/**
 * Checks every unsealed record, low ids in particular: the sealer does not return to them, yet lists show them. Returns
 * how many wait.
 */
async function checkUnsealed(
  db: Db,
  { clock, base, signedAt }: { clock: Clock; base: number; signedAt: Instant },
  report: (problem: ChainProblem) => void,
): Promise<number> {
  for (const { seq, record_id } of await listBeforeFirst(db, base + 1, MOST_PROBLEMS))
    report(problem('reordered', seq, record_id, 'A record or its seal stands before the first'));
  const floor = Math.max(0, (await findHighestSealed(db)) - LATE_IDS);
  const heldTo = earlier(signedAt, nowOf(clock)); // the clock may have been set back since
  const soon = instantAt(clock.now() + LATEST_ARRIVAL);
  for await (const record of unsealedUpTo(db, floor))
    if (isBackdated(record, heldTo) || record.at > soon) report(backdated(null, record.id));
  const waiting = await listUnsealed(db, floor, PAGE);
  for (const record of waiting) if (isBackdated(record, heldTo)) report(backdated(null, record.id));
  return waiting.length;
}

/** Usually empty; scanned in batches, so that neither a statement nor other callers wait long. */
async function* unsealedUpTo(db: Db, floor: number): AsyncGenerator<ChainedRecord> {
  for (let from = await findNumberFrom(db, 1); from !== undefined && from <= floor; ) {
    const upTo = Math.min(from + LATE_IDS - 1, floor);
    yield* await listUnsealedWithin(db, from, upTo, MOST_PROBLEMS);
    await pace();
    from = await findNumberFrom(db, upTo + 1);
  }
}

/** The end must be signed by a valid key, which reveals a revocation undone in the database. */
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

/**
 * Checks one break. One signed by a revoked key is not reported by itself, since the heads it explained may be trimmed by now;
 * a head that still needs it is.
 */
async function breakProblems(
  db: Db,
  keys: Keyring,
  broken: ChainBreak,
  stub: Signed | undefined,
): Promise<ChainProblem[]> {
  const { seq, hash, kid } = broken;
  const revoked = keys.findRevoked(kid);
  const isGenuine = revoked === undefined ? isOurBreak(keys, broken) : isBreakSignedBy(revoked.publicKey, broken);
  if (!isGenuine) return [problem('forged_head', seq, null, 'A restore or loss on record does not fit its signature')];
  if (seq === 0 || seq <= (stub?.seq ?? 0) || (await findSealHash(db, seq)) === hash) return [];
  return [problem('changed', seq, null, 'The chain did not go on here after the restore or loss on record')];
}

const revokedKeysOf = ({ revoked }: Walk, keys: Keyring): RevokedHeads[] =>
  [...revoked].map(([kid, { heads, lastSeq }]) => ({
    kid,
    revoked_at: keys.findRevoked(kid)?.revokedAt ?? BEFORE_ALL,
    heads,
    last_seq: lastSeq,
  }));

async function checkOutside(
  walk: Walk,
  outside: OutsideHead,
  stub: Signed | undefined,
  report: (problem: ChainProblem) => void,
  hashAt: (seq: number) => Promise<string | undefined>,
): Promise<void> {
  if (outside.seq <= (stub?.seq ?? 0)) return;
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
