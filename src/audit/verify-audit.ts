import { setImmediate as breathe } from 'node:timers/promises';
import { type Clock, epochOf, type Instant, instantAt } from '../kernel/clock.ts';
import { minutes } from '../kernel/durations.ts';
import {
  type ChainedRecord,
  type Commitments,
  commitment,
  ERASED,
  PERSONAL_MEMBERS,
  recordHash,
  SALT_OF,
  type Signed,
} from './audit-chain.ts';
import {
  findHighestSealed,
  findLastSigned,
  findSeal,
  listHeads,
  listSealed,
  listSealedErasures,
  listUnsealed,
  type SealedErasures,
  type SealedRecord,
} from './audit-chain-store.ts';
import { isOurs } from './head-signature.ts';
import type { SealParts } from './seal-audit.ts';

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
/** A record is written with the time of its act; it may wait this long for its transaction and its seal. */
const LATEST_ARRIVAL = minutes(5);

interface Walk {
  seq: number;
  hash: string;
  sealed: number;
  erased: number;
  previousHeadAt: Instant;
  nextHeadAt: Instant;
  readonly problems: ChainProblem[];
  readonly erasures: SealedErasures;
}

/** Walks the whole chain and names everything that is not as it was sealed. Reads in pages and lets others work between. */
export async function verifyAudit({
  database,
  keys,
  clock,
  heads,
}: SealParts & { readonly clock: Clock }): Promise<ChainReport> {
  const db = database.read;
  const stub = await findLastSigned(db, 'audit_stubs');
  const walk: Walk = {
    seq: stub?.seq ?? 0,
    hash: stub?.hash ?? '',
    sealed: 0,
    erased: 0,
    previousHeadAt: '',
    nextHeadAt: '',
    problems: [],
    erasures: await listSealedErasures(db),
  };
  const report = (problem: ChainProblem) => walk.problems.length < MOST_PROBLEMS && walk.problems.push(problem);
  if (stub && !isOurs(keys, 'stub', stub))
    report(problem('forged_head', stub.seq, null, 'The stub of what was trimmed is not signed by this service'));
  for (;;) {
    const page = await listSealed(db, walk.seq, PAGE);
    if (page.length === 0) break;
    const signed = new Map((await listHeads(db, walk.seq, page.at(-1)?.seq ?? 0)).map((head) => [head.seq, head]));
    for (const row of page) {
      for (const found of problemsOf(row, walk)) report(found);
      const head = signed.get(row.seq);
      if (head !== undefined) {
        if (!isOurs(keys, 'head', head) || head.hash !== row.hash)
          report(problem('forged_head', row.seq, null, 'A head does not fit its signature or the chain'));
        walk.previousHeadAt = head.signed_at;
      }
    }
    await breathe();
  }
  const head = await findLastSigned(db, 'audit_heads');
  if ((head?.seq ?? 0) !== walk.seq)
    report(problem('cut', walk.seq, null, 'The chain does not end at the head that was signed last'));
  await checkOutside(walk, heads.newest(), stub, report, async (seq) => (await findSeal(db, seq))?.hash);
  const unsealed = await listUnsealed(db, Math.max(0, (await findHighestSealed(db)) - 50_000), PAGE);
  for (const record of unsealed) if (isBackdated(record, head?.signed_at ?? '')) report(backdated(null, record.id));
  return {
    ...{
      ok: walk.problems.length === 0,
      checked_at: instantAt(clock.now()),
      sealed: walk.sealed,
      unsealed: unsealed.length,
    },
    ...{ erased: walk.erased, head: head ?? null, problems: walk.problems },
  };
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
  const changed = PERSONAL_MEMBERS.filter((member, index) => {
    const salt = row[SALT_OF[member]];
    return salt !== null && commitment(member, record[member], salt) !== commitments[index];
  });
  if (changed.length > 0)
    yield problem('changed', row.seq, row.record_id, `Changed since it was sealed: ${changed.join(', ')}`);
  if (row.actor_salt !== null && row.meta_salt !== null) return;
  walk.erased += 1;
  const gone = PERSONAL_MEMBERS.filter((member) => row[SALT_OF[member]] === null);
  const empty = gone.every((member) => record[member] === ERASED[member]);
  if (!empty || !wasErased(row, record, walk.erasures)) {
    yield problem('blanked', row.seq, row.record_id, 'Personal members are gone without a sealed erasure');
  }
}

/**
 * Who acted is erased with all of it; who is spoken of with `meta`, and with the rest where nobody is known to have acted.
 * Where somebody is only named, the erasure lists the record, and it is `meta` alone that went.
 */
function wasErased(
  { actor_salt }: SealedRecord,
  { id: recordId, actor_id, user_id }: ChainedRecord,
  { users, records }: SealedErasures,
): boolean {
  const isErased = (id: number | null) => id !== null && users.has(id);
  if (actor_salt !== null && records.has(recordId)) return true;
  return isErased(actor_id) || (isErased(user_id) && (actor_salt !== null || actor_id === null));
}

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

const isBackdated = ({ at }: Pick<ChainedRecord, 'at'>, previousHeadAt: Instant): boolean =>
  previousHeadAt !== '' && epochOf(at) + LATEST_ARRIVAL < epochOf(previousHeadAt);

const backdated = (seq: number | null, recordId: number): ChainProblem =>
  problem('backdated', seq, recordId, 'A record says it is older than the seals that were made before it');

const problem = (
  kind: ChainProblem['kind'],
  seq: number | null,
  record_id: number | null,
  text: string,
): ChainProblem => ({ kind, seq, record_id, text });
