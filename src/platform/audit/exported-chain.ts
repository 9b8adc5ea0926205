import { fromJson } from '../database/json-column.ts';
import type { Instant } from '../kernel/clock.ts';
import { isOneOf } from '../kernel/unchecked.ts';
import { type ChainedRecord, REVOCATION, recordHash, revokedBy, type Seal, type Signed } from './audit-chain.ts';
import type { ChainBreak } from './chain-break.ts';
import { changedMembers, ERASURE_ACTIONS, erasedMembers } from './erased-members.ts';
import type { ExportedLine } from './export-audit.ts';

/** Most unsealed records that are kept for the report. Those of the last seconds are always unsealed. */
const MOST_UNSEALED = 10_000;

/** The part of each sealed record that is kept; the rest is checked on arrival. */
export interface Link {
  readonly id: number;
  readonly at: Instant;
  readonly hash: string;
}
type SealedLine = { readonly record: ChainedRecord; readonly seal: Seal };
export type EmptiedRecord = Pick<ChainedRecord, 'id' | 'actor_id' | 'user_id'> & Pick<Seal, 'actor_salt'>;

/** The state of reading an exported log. */
export interface ExportedChain {
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
  /** Erasures that are not sealed yet, and so prove nothing. */
  readonly erasuresUnderWay: Erasures;
}

export interface Erasures {
  readonly users: Set<number>;
  readonly records: Set<number>;
}

const noErasures = (): Erasures => ({ users: new Set(), records: new Set() });

export const emptyChain = (): ExportedChain => ({
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
});

/** Reads one line and yields the problems of its content or place. */
export function* takeLine(line: ExportedLine, log: ExportedChain): Generator<string> {
  if (line.kind === 'stub') {
    log.stubs.push(line);
    log.base = line;
  } else if (line.kind === 'head') log.heads.push(line);
  else if (line.kind !== 'record') log.breaks.push(line);
  else {
    log.records += 1;
    recordErasure(line, log);
    recordRevocation(line, log);
    if (line.seal !== null) yield* takeSealed({ record: line.record, seal: line.seal }, log);
    else if (log.unsealed.length < MOST_UNSEALED) log.unsealed.push(line.record);
  }
}

function recordErasure({ record, seal }: Extract<ExportedLine, { kind: 'record' }>, log: ExportedChain): void {
  if (!isOneOf(ERASURE_ACTIONS, record.action)) return;
  const { users, records } = seal === null ? log.erasuresUnderWay : log.erasures;
  if (record.user_id !== null) users.add(record.user_id);
  for (const id of blankedBy(record)) records.add(id);
}

/** Ignores an unsealed revocation, which proves nothing. */
function recordRevocation(
  { record, seal }: Extract<ExportedLine, { kind: 'record' }>,
  { revoked }: ExportedChain,
): void {
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

function* takeSealed(line: SealedLine, log: ExportedChain): Generator<string> {
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

const hashBefore = (seq: number, { base, links }: ExportedChain): string | undefined =>
  seq === base.seq + 1 ? base.hash : links.get(seq - 1)?.hash;

function* link({ record, seal }: SealedLine, previous: string, log: ExportedChain): Generator<string> {
  log.links.set(seal.seq, { id: record.id, at: record.at, hash: seal.hash });
  if (recordHash(seal.seq, previous, record, seal.commitments) !== seal.hash)
    yield `record ${record.id} (seal ${seal.seq}) is not as it was sealed, or not in its place`;
}

/** Records that still wait come after a gap, and can only be linked to those that follow. */
export function* gapsIn(log: ExportedChain): Generator<string> {
  for (const [seq, line] of [...log.waiting].sort(([one], [other]) => one - other)) {
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
