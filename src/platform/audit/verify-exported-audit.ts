import { BEFORE_ALL, earlier } from '../kernel/clock.ts';
import { isBackdated, type Signed } from './audit-chain.ts';
import { wasErased } from './erased-members.ts';
import {
  type EmptiedRecord,
  type Erasures,
  type ExportedChain,
  emptyChain,
  gapsIn,
  type Link,
  takeLine,
} from './exported-chain.ts';
import {
  breakNotes,
  breakProblems,
  headProblems,
  keptProblems,
  type Proof,
  revokedNotes,
  stubProblems,
} from './exported-signatures.ts';
import { readExportedLog } from './read-exported-log.ts';

export interface ExportReport {
  readonly ok: boolean;
  readonly records: number;
  readonly sealed: number;
  readonly heads: number;
  readonly problems: readonly string[];
  /** Not problems, but worth knowing: heads by leaked keys, accepted losses. */
  readonly notes: readonly string[];
}

const MOST_PROBLEMS = 1000;

/**
 * Verifies an exported log with nothing but public keys and heads stored elsewhere: all steps of docs/audit-chain.md.
 * Records may come in any order; the gaps of a filtered export are reported as such.
 * @throws NotExported for a line that no export contains
 */
export async function verifyExportedAudit(lines: AsyncIterable<string>, proof: Proof): Promise<ExportReport> {
  const problems: string[] = [];
  const log = emptyChain();
  const report = (found: Iterable<string>) => {
    for (const text of found) if (problems.length <= MOST_PROBLEMS) problems.push(text);
  };
  for await (const line of readExportedLog(lines)) report(takeLine(line, log));
  report(gapsIn(log));
  report(verifyEnd(log, proof));
  if (problems.length > MOST_PROBLEMS) problems[MOST_PROBLEMS] = 'There is more; only so much is listed.';
  const { records, links, heads } = log;
  const notes = [...revokedNotes(log), ...breakNotes(log, proof)];
  return { ok: problems.length === 0, records, sealed: links.size, heads: heads.length, problems, notes };
}

function* verifyEnd(log: ExportedChain, { keys, heads: kept = [] }: Proof): Generator<string> {
  const { base, stubs, links, unsealed, emptied, erasures, erasuresUnderWay } = log;
  const inOrder = [...links].sort(([one], [other]) => one - other);
  const last = inOrder.at(-1)?.[0] ?? base.seq;
  const heads = log.heads.toSorted((one, other) => one.seq - other.seq);
  if (stubs.length > 1) yield 'there is more than one stub';
  for (const stub of stubs) yield* stubProblems(stub, log, keys);
  for (const head of heads) yield* headProblems(head, log, keys);
  if (inOrder.length === 0) yield 'nothing in the file is sealed';
  else if (heads.at(-1)?.seq !== last) yield `the log does not end at a signed head: it ends at seal ${last}`;
  const end = heads.at(-1);
  if (end !== undefined && log.revoked.has(end.kid))
    yield `the last head, at ${end.seq}, is signed by ${end.kid}, which was revoked: nothing vouches for the end of the log`;
  yield* backdated(inOrder, heads, log);
  for (const record of unsealed)
    if (record.id < 1 || isBackdated(record, heads.at(-1)?.signed_at ?? BEFORE_ALL))
      yield `record ${record.id} has no seal, though it says it is older than the last head`;
  for (const record of emptied)
    if (!wasErased(record, record, erasures)) yield goneWithoutErasure(record, erasuresUnderWay);
  for (const broken of log.breaks) yield* breakProblems(broken, log, keys);
  for (const head of kept) yield* keptProblems(head, { last, log, keys });
}

const goneWithoutErasure = (record: EmptiedRecord, underWay: Erasures): string =>
  wasErased(record, record, underWay)
    ? `personal members of record ${record.id} are gone by an erasure that has no seal yet: export again in a minute`
    : `personal members of record ${record.id} are gone without an erasure on record`;

/** Records that claim to be older than the head signed before them, though the head that seals them is not. */
function* backdated(
  inOrder: readonly [number, Link][],
  heads: readonly Signed[],
  { revoked }: Pick<ExportedChain, 'revoked'>,
): Generator<string> {
  let next = 0;
  let signedAt = BEFORE_ALL;
  for (const [seq, { id, at }] of inOrder) {
    for (let head = heads[next]; head !== undefined && head.seq < seq; head = heads[++next]) signedAt = head.signed_at;
    const sealing = heads[next];
    const heldTo = sealing === undefined || revoked.has(sealing.kid) ? signedAt : earlier(signedAt, sealing.signed_at);
    if (isBackdated({ at }, heldTo)) yield `record ${id} (seal ${seq}) says it is older than the head before it`;
  }
}
