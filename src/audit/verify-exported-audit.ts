import { type KeyObject, verify } from 'node:crypto';
import { fromJson } from '../database/json-column.ts';
import { BEFORE_ALL, type Instant } from '../kernel/clock.ts';
import { type ChainedRecord, isBackdated, recordHash, type Seal, type Signed, signedText } from './audit-chain.ts';
import { type ChainBreak, explains, isBreakSignedBy } from './chain-break.ts';
import { changedMembers, ERASURE_ACTIONS, erasedMembers, wasErased } from './erased-members.ts';
import type { ExportedLine } from './export-audit.ts';
import { readExportedLog } from './read-exported-log.ts';
import { REVOCATION, revokedBy } from './revocation-record.ts';

export interface ExportReport {
  readonly ok: boolean;
  readonly records: number;
  readonly sealed: number;
  readonly heads: number;
  readonly problems: readonly string[];
  /** No problem, but worth knowing: heads by leaked keys. */
  readonly notes: readonly string[];
}

/** What verifies an exported log; neither part comes with it. */
export interface Proof {
  /** By their `kid`. */
  readonly keys: ReadonlyMap<string, KeyObject>;
  /** Heads that were stored elsewhere before the export. */
  readonly heads?: readonly Signed[];
}

const MOST_PROBLEMS = 1000;
/** Records of the last seconds wait for their seal; beyond this many only the first are named. */
const MOST_UNSEALED = 10_000;

/** What is kept of each sealed record; the rest is checked as it arrives. */
interface Link {
  readonly id: number;
  readonly at: Instant;
  readonly hash: string;
}
type SealedLine = { readonly record: ChainedRecord; readonly seal: Seal };
type EmptiedRecord = Pick<ChainedRecord, 'id' | 'actor_id' | 'user_id'> & Pick<Seal, 'actor_salt'>;

interface Log {
  base: Pick<Signed, 'seq' | 'hash'>;
  records: number;
  readonly stubs: Signed[];
  readonly heads: Signed[];
  readonly breaks: ChainBreak[];
  readonly links: Map<number, Link>;
  /** By `seq`, until the preceding record arrives. */
  readonly waiting: Map<number, SealedLine>;
  readonly unsealed: ChainedRecord[];
  readonly emptied: EmptiedRecord[];
  readonly erasures: Erasures;
  /** Keys that a sealed record revokes, with its `seq`. */
  readonly revoked: Map<string, number>;
  /** Unsealed, so they prove nothing. */
  readonly erasuresUnderWay: Erasures;
}

interface Erasures {
  readonly users: Set<number>;
  readonly records: Set<number>;
}

const noErasures = (): Erasures => ({ users: new Set(), records: new Set() });

/**
 * Verifies an exported log with nothing but public keys and heads stored elsewhere: all steps of docs/audit-chain.md.
 * Records may come in any order; the gaps of a filtered export are reported as such.
 * @throws NotExported for a line that no export contains
 */
export async function verifyExportedAudit(lines: AsyncIterable<string>, proof: Proof): Promise<ExportReport> {
  const problems: string[] = [];
  const log: Log = {
    base: { seq: 0, hash: '' },
    records: 0,
    stubs: [],
    heads: [],
    breaks: [],
    links: new Map(),
    waiting: new Map(),
    unsealed: [],
    emptied: [],
    erasures: noErasures(),
    erasuresUnderWay: noErasures(),
    revoked: new Map(),
  };
  const report = (found: Iterable<string>) => {
    for (const text of found) if (problems.length <= MOST_PROBLEMS) problems.push(text);
  };
  for await (const line of readExportedLog(lines)) report(take(line, log));
  report(gaps(log));
  report(verifyEnd(log, proof));
  if (problems.length > MOST_PROBLEMS) problems[MOST_PROBLEMS] = 'There is more; only so much is listed.';
  const { records, links, heads } = log;
  const notes = [...revokedNotes(log), ...breakNotes(log, proof)];
  return { ok: problems.length === 0, records, sealed: links.size, heads: heads.length, problems, notes };
}

function* take(line: ExportedLine, log: Log): Generator<string> {
  if (line.kind === 'stub') {
    log.stubs.push(line);
    log.base = line;
  } else if (line.kind === 'head') log.heads.push(line);
  else if (line.kind !== 'record') log.breaks.push(line);
  else {
    log.records += 1;
    noteErasure(line, log);
    noteRevocation(line, log);
    if (line.seal !== null) yield* takeSealed({ record: line.record, seal: line.seal }, log);
    else if (log.unsealed.length < MOST_UNSEALED) log.unsealed.push(line.record);
  }
}

function noteErasure({ record, seal }: Extract<ExportedLine, { kind: 'record' }>, log: Log): void {
  if (!(ERASURE_ACTIONS as readonly string[]).includes(record.action)) return;
  const { users, records } = seal === null ? log.erasuresUnderWay : log.erasures;
  if (record.user_id !== null) users.add(record.user_id);
  for (const id of blankedBy(record)) records.add(id);
}

/** Unsealed it proves nothing. */
function noteRevocation({ record, seal }: Extract<ExportedLine, { kind: 'record' }>, { revoked }: Log): void {
  const kid = seal !== null && record.action === REVOCATION ? revokedBy(record.meta) : undefined;
  if (kid !== undefined && seal !== null) revoked.set(kid, seal.seq);
}

/** The records about others that an erasure lists. */
function blankedBy({ meta }: ChainedRecord): number[] {
  try {
    const { blanked } = fromJson(meta);
    return Array.isArray(blanked) ? blanked : [];
  } catch {
    return [];
  }
}

function* takeSealed(line: SealedLine, log: Log): Generator<string> {
  const { record, seal } = line;
  const { seq } = seal;
  if (log.links.has(seq) || log.waiting.has(seq)) {
    yield `seal ${seq} is in the file more than once`;
    return;
  }
  const changed = changedMembers(record, seal, seal.commitments);
  if (changed.length > 0) yield `${changed.join(', ')} of record ${record.id} (seal ${seq}) is not as it was sealed`;
  const state = erasedMembers(record, seal);
  if (state === 'refilled') yield `record ${record.id} (seal ${seq}) holds something where a member was erased`;
  const { id, actor_id, user_id } = record;
  if (state === 'emptied') log.emptied.push({ id, actor_id, user_id, actor_salt: seal.actor_salt });
  log.waiting.set(seq, line);
  for (let next = seq; ; next++) {
    const previous = hashBefore(next, log);
    const following = log.waiting.get(next);
    if (previous === undefined || following === undefined) return;
    log.waiting.delete(next);
    yield* link(following, previous, log);
  }
}

const hashBefore = (seq: number, { base, links }: Log): string | undefined =>
  seq === base.seq + 1 ? base.hash : links.get(seq - 1)?.hash;

function* link({ record, seal }: SealedLine, previous: string, log: Log): Generator<string> {
  log.links.set(seal.seq, { id: record.id, at: record.at, hash: seal.hash });
  if (recordHash(seal.seq, previous, record, seal.commitments) !== seal.hash)
    yield `record ${record.id} (seal ${seal.seq}) is not as it was sealed, or not in its place`;
}

/** What still waits follows a gap, and can only be linked to what comes after it. */
function* gaps(log: Log): Generator<string> {
  for (const seq of [...log.waiting.keys()].sort((one, other) => one - other)) {
    const line = log.waiting.get(seq) as SealedLine;
    const previous = hashBefore(seq, log);
    if (previous !== undefined) yield* link(line, previous, log);
    else {
      yield seq <= log.base.seq
        ? `seal ${seq} is older than the stub`
        : `what was sealed right before record ${line.record.id} (seal ${seq}) is not in the file`;
      log.links.set(seq, { id: line.record.id, at: line.record.at, hash: line.seal.hash });
    }
  }
}

function* verifyEnd(log: Log, { keys, heads: kept = [] }: Proof): Generator<string> {
  const { base, stubs, links, unsealed, emptied, erasures, erasuresUnderWay } = log;
  const seqs = [...links.keys()].sort((one, other) => one - other);
  const last = seqs.at(-1) ?? base.seq;
  const heads = log.heads.toSorted((one, other) => one.seq - other.seq);
  if (stubs.length > 1) yield 'there is more than one stub';
  for (const stub of stubs) yield* stubProblems(stub, log, keys);
  for (const head of heads) yield* headProblems(head, log, keys);
  if (seqs.length === 0) yield 'nothing in the file is sealed';
  else if (heads.at(-1)?.seq !== last) yield `the log does not end at a signed head: it ends at seal ${last}`;
  const end = heads.at(-1);
  if (end !== undefined && log.revoked.has(end.kid))
    yield `the last head, at ${end.seq}, is signed by ${end.kid}, which was revoked: nothing vouches for the end of the log`;
  yield* backdated(seqs, heads, links);
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

function* headProblems(head: Signed, { links, base, revoked }: Log, keys: Proof['keys']): Generator<string> {
  if (!revoked.has(head.kid)) yield* signatureProblems('head', head, keys);
  const found = links.get(head.seq);
  if (found !== undefined && found.hash !== head.hash) yield `the head at ${head.seq} does not fit the chain`;
  if (found === undefined && head.seq > base.seq) yield `seal ${head.seq}, which a head is of, is not in the file`;
}

/** A revocation re-signs the stub, so one signed by a revoked key was made afterwards. */
function* stubProblems(stub: Signed, { revoked }: Log, keys: Proof['keys']): Generator<string> {
  if (revoked.has(stub.kid)) yield `the stub at ${stub.seq} is signed by ${stub.kid}, which was revoked`;
  else yield* signatureProblems('stub', stub, keys);
}

/** Heads by a leaked key prove nothing by themselves; only a later head by another key does. */
function* revokedNotes({ heads, revoked }: Log): Generator<string> {
  for (const [kid, seal] of revoked) {
    const signed = heads.filter((head) => head.kid === kid);
    const last = Math.max(...signed.map(({ seq }) => seq));
    const later = heads.filter((head) => !revoked.has(head.kid) && head.seq > last).map(({ seq }) => seq);
    if (signed.length === 0) yield `${kid} was revoked (seal ${seal}); no head in the file is signed by it`;
    else
      yield `${signed.length} heads up to ${last} are signed by ${kid}, which was revoked (seal ${seal}), and prove nothing: ${
        later.length === 0
          ? 'nothing vouches for what is sealed there'
          : `the head at ${Math.min(...later)} shows the log as it was then, not what was changed before`
      }`;
  }
}

function* signatureProblems(kind: 'head' | 'stub', head: Signed, keys: Proof['keys']): Generator<string> {
  const key = keys.get(head.kid);
  if (key === undefined) yield `the ${kind} at ${head.seq} is signed by an unknown key, ${head.kid}`;
  else if (!verify(null, Buffer.from(signedText(kind, head)), key, Buffer.from(head.signature, 'base64url')))
    yield `the signature of the ${kind} at ${head.seq} is wrong`;
}

/** Records that claim to be older than the head signed before them. */
function* backdated(seqs: readonly number[], heads: readonly Signed[], links: Log['links']): Generator<string> {
  let next = 0;
  let signedAt = BEFORE_ALL;
  for (const seq of seqs) {
    for (let head = heads[next]; head !== undefined && head.seq < seq; head = heads[++next]) signedAt = head.signed_at;
    const { id, at } = links.get(seq) as Link;
    if (isBackdated({ at }, signedAt)) yield `record ${id} (seal ${seq}) says it is older than the head before it`;
  }
}

function* keptProblems(
  head: Signed,
  { last, log, keys }: { last: number; log: Log; keys: Proof['keys'] },
): Generator<string> {
  if (head.seq <= log.base.seq) return; // trimmed since
  // For a leaked key, and for one that was lost, the safekeeping is the proof, not the signature.
  if (!log.revoked.has(head.kid) && !isOfLostKey(head, log, keys)) yield* signatureProblems('head', head, keys);
  if (isLost(head, log, keys)) return; // told as a note
  if (head.seq > last) yield `the log ends at seal ${last}, before the head at ${head.seq} that was kept`;
  else if (log.links.has(head.seq) && log.links.get(head.seq)?.hash !== head.hash)
    yield `the head at ${head.seq} that was kept is not part of the chain`;
}

function* breakProblems(broken: ChainBreak, { links, base }: Log, keys: Proof['keys']): Generator<string> {
  const { kind, seq, hash, kid } = broken;
  const key = keys.get(kid);
  if (key === undefined) yield `the key ${kid}, which signed the ${kind} at ${seq}, is not in the key set`;
  else if (!isBreakSignedBy(key, broken)) yield `the ${kind} at ${seq} does not fit its signature`;
  if (seq > base.seq && links.get(seq)?.hash !== hash)
    yield `the chain did not go on at ${seq} after the ${kind} on record`;
}

/** Signed by a key that counts: what a leaked one explains it may have been made to explain. */
const breaksThatCount = ({ breaks, revoked }: Log, keys: Proof['keys']): ChainBreak[] =>
  breaks.filter((broken) => {
    const key = revoked.has(broken.kid) ? undefined : keys.get(broken.kid);
    return key !== undefined && isBreakSignedBy(key, broken);
  });

const isLost = (head: Signed, log: Log, keys: Proof['keys']): boolean =>
  log.links.get(head.seq)?.hash !== head.hash && breaksThatCount(log, keys).some((broken) => explains(broken, head));

/** A restored backup does not know the keys that were made since, nor does the key set that is published then. */
const isOfLostKey = ({ kid, seq, signed_at }: Signed, log: Log, keys: Proof['keys']): boolean =>
  !keys.has(kid) &&
  breaksThatCount(log, keys).some(({ lost_seq, accepted_at }) => seq <= lost_seq && signed_at <= accepted_at);

function* breakNotes(log: Log, { keys, heads = [] }: Proof): Generator<string> {
  for (const broken of log.breaks) {
    const { kind, seq, lost_seq, accepted_at, by } = broken;
    const lost = heads.filter((head) => explains(broken, head) && isLost(head, log, keys)).length;
    const what = kind === 'restore' ? 'a backup was restored' : 'a loss was accepted';
    yield `${accepted_at}: ${what} by ${by}. The log goes on after seal ${seq}; heads up to ${lost_seq} were known, and ${lost} of those kept are of what was lost`;
  }
  const unchecked = heads.filter((head) => !log.revoked.has(head.kid) && isOfLostKey(head, log, keys));
  for (const [kid, { length }] of Map.groupBy(unchecked, (head) => head.kid))
    yield `${length} heads that were kept are signed by ${kid}, a key that was lost with the records: only a key set from before checks their signatures`;
}
