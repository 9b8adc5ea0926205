import type { Db } from '../database/database.ts';
import { BEFORE_ALL, type Instant } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import {
  type ChainedRecord,
  type Commitments,
  isBackdated,
  REVOCATION,
  recordHash,
  revokedBy,
  type Signed,
} from './audit-chain.ts';
import { listErasures, type SealedRecord } from './audit-chain-store.ts';
import { changedMembers, erasedMembers, type RecordedErasures, wasErased } from './erased-members.ts';
import { isOurs, isSignedBy } from './head-signature.ts';

export interface ChainProblem {
  readonly kind: 'changed' | 'removed' | 'reordered' | 'backdated' | 'forged_head' | 'cut' | 'blanked';
  readonly seq: number | null;
  readonly record_id: number | null;
  readonly text: string;
}

const MOST_BLANKED = 10_000;
/** More than any head of ours seals, so only a chain that somebody else wrote reaches it. */
const MOST_EARLY = 10_000;

type EarlyRecord = Pick<SealedRecord, 'seq' | 'record_id'> & Pick<ChainedRecord, 'at'>;

/** A walk along the sealed records in order of their seals. */
export interface Walk {
  seq: number;
  hash: string;
  sealed: number;
  erased: number;
  /** The last head passed, or the stub in its place. */
  head: Pick<Signed, 'seq' | 'hash'>;
  previousHeadAt: Instant;
  /** Records since that head that claim to be older than it: see `headProblems`. */
  early: EarlyRecord[];
  readonly problems: ChainProblem[];
  /** By revoked key, the heads it signed. They prove nothing by themselves. */
  readonly revoked: Map<string, { heads: number; lastSeq: number }>;
  /** Recorded revocations by key. */
  readonly revocations: Map<string, { readonly seq: number; readonly id: number }>;
  /** As recorded when the walk began. */
  readonly erasures: RecordedErasures;
  /** Other records without their personal members; checked at the end, since an erasure may happen meanwhile. */
  readonly blanked: SealedRecord[];
}

export function walkFrom(stub: Signed | undefined, erasures: RecordedErasures): Walk {
  const { seq, hash } = stub ?? { seq: 0, hash: '' };
  const counts = { sealed: 0, erased: 0, previousHeadAt: BEFORE_ALL, early: [] };
  const found = { problems: [], blanked: [], revoked: new Map(), revocations: new Map() };
  return { seq, hash, head: { seq, hash }, ...counts, erasures, ...found };
}

/** Takes one step and yields the problems of that record. */
export function* problemsOf(row: SealedRecord, walk: Walk): Generator<ChainProblem> {
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
  if (record.action === REVOCATION) recordRevocation(record, row, walk);
  const { commitments } = row;
  yield* personalProblems(row, record, commitments, walk);
  if (row.seq === expected && recordHash(row.seq, previous, record, commitments) !== row.hash) {
    yield problem('changed', row.seq, row.record_id, 'A sealed record, its seal or its place in the chain was changed');
  }
  const { seq, record_id } = row;
  if (isBackdated(record, walk.previousHeadAt) && walk.early.length < MOST_EARLY)
    walk.early.push({ seq, record_id, at: record.at });
}

function recordRevocation({ id, meta }: ChainedRecord, { seq }: SealedRecord, { revocations }: Walk): void {
  const kid = revokedBy(meta);
  if (kid !== undefined) revocations.set(kid, { seq, id });
}

/**
 * Checks a head at the record the walk has reached, and the times of what it seals. If the head is older than the one before it, the
 * clock was set back, and the records between the two are compared with this head's time.
 */
export function* headProblems(head: Signed, keys: Keyring, walk: Walk): Generator<ChainProblem> {
  const revoked = keys.findRevoked(head.kid);
  const isGenuine = revoked === undefined ? isOurs(keys, 'head', head) : isSignedBy(revoked.publicKey, 'head', head);
  if (!isGenuine || head.hash !== walk.hash)
    yield problem('forged_head', head.seq, null, 'A head does not fit its signature or the chain');
  if (revoked !== undefined) {
    const heads = (walk.revoked.get(head.kid)?.heads ?? 0) + 1;
    walk.revoked.set(head.kid, { heads, lastSeq: head.seq });
  }
  const heldTo = revoked === undefined ? head.signed_at : walk.previousHeadAt;
  for (const record of walk.early) if (isBackdated(record, heldTo)) yield backdated(record.seq, record.record_id);
  Object.assign(walk, { head, previousHeadAt: head.signed_at, early: [] });
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
    yield problem('blanked', row.seq, row.record_id, 'An erased personal member has a value again');
  else if (!wasErased(row, record, walk.erasures) && walk.blanked.length < MOST_BLANKED) walk.blanked.push(row);
}

/** Records blanked without a recorded erasure. */
export async function blankedProblems(db: Db, rows: readonly SealedRecord[]): Promise<ChainProblem[]> {
  if (rows.length === 0) return [];
  const erasures = await listErasures(db);
  return rows.filter((row) => !wasErased(row, row as ChainedRecord, erasures)).map(blanked);
}

const blanked = ({ seq, record_id }: SealedRecord): ChainProblem =>
  problem('blanked', seq, record_id, 'Personal members are gone without an erasure on record');

export const backdated = (seq: number | null, recordId: number): ChainProblem =>
  problem('backdated', seq, recordId, 'A record says it is older than the seals that were made before it');

export const problem = (
  kind: ChainProblem['kind'],
  seq: number | null,
  record_id: number | null,
  text: string,
): ChainProblem => ({ kind, seq, record_id, text });
