import { type KeyObject, verify } from 'node:crypto';
import { type Signed, signedText } from './audit-chain.ts';
import { type ChainBreak, explains, isBreakSignedBy } from './chain-break.ts';
import type { ExportedChain } from './exported-chain.ts';

/** What an exported log is verified with. Neither part may come from the export itself. */
export interface Proof {
  /** By their `kid`. */
  readonly keys: ReadonlyMap<string, KeyObject>;
  /** Heads that were stored elsewhere before the export. */
  readonly heads?: readonly Signed[];
}

export function* headProblems(
  head: Signed,
  { links, base, revoked }: ExportedChain,
  keys: Proof['keys'],
): Generator<string> {
  if (!revoked.has(head.kid)) yield* signatureProblems('head', head, keys);
  const found = links.get(head.seq);
  if (found !== undefined && found.hash !== head.hash) yield `the head at ${head.seq} does not fit the chain`;
  if (found === undefined && head.seq > base.seq) yield `seal ${head.seq}, which a head is of, is not in the file`;
}

/** A revocation re-signs the stub, so one signed by a revoked key was made afterwards. */
export function* stubProblems(stub: Signed, { revoked }: ExportedChain, keys: Proof['keys']): Generator<string> {
  if (revoked.has(stub.kid)) yield `the stub at ${stub.seq} is signed by ${stub.kid}, which was revoked`;
  else yield* signatureProblems('stub', stub, keys);
}

function* signatureProblems(kind: 'head' | 'stub', head: Signed, keys: Proof['keys']): Generator<string> {
  const key = keys.get(head.kid);
  if (key === undefined) yield `the ${kind} at ${head.seq} is signed by an unknown key, ${head.kid}`;
  else if (!verify(null, Buffer.from(signedText(kind, head)), key, Buffer.from(head.signature, 'base64url')))
    yield `the signature of the ${kind} at ${head.seq} is wrong`;
}

export function* keptProblems(
  head: Signed,
  { last, log, keys }: { last: number; log: ExportedChain; keys: Proof['keys'] },
): Generator<string> {
  if (head.seq <= log.base.seq) return; // trimmed since
  // A head by a leaked or lost key is proved by its safekeeping outside, not by its signature.
  if (!log.revoked.has(head.kid) && !isOfLostKey(head, log, keys)) yield* signatureProblems('head', head, keys);
  if (isLost(head, log, keys)) return; // reported as a note
  if (head.seq > last) yield `the log ends at seal ${last}, before the head at ${head.seq} that was kept`;
  else if (log.links.has(head.seq) && log.links.get(head.seq)?.hash !== head.hash)
    yield `the head at ${head.seq} that was kept is not part of the chain`;
}

export function* breakProblems(
  broken: ChainBreak,
  { links, base }: ExportedChain,
  keys: Proof['keys'],
): Generator<string> {
  const { kind, seq, hash, kid } = broken;
  const key = keys.get(kid);
  if (key === undefined) yield `the key ${kid}, which signed the ${kind} at ${seq}, is not in the key set`;
  else if (!isBreakSignedBy(key, broken)) yield `the ${kind} at ${seq} does not fit its signature`;
  if (seq > base.seq && links.get(seq)?.hash !== hash)
    yield `the chain did not go on at ${seq} after the ${kind} on record`;
}

/** Breaks signed by a valid key: one signed by a leaked key may be forged. */
const breaksThatCount = ({ breaks, revoked }: ExportedChain, keys: Proof['keys']): ChainBreak[] =>
  breaks.filter((broken) => {
    const key = revoked.has(broken.kid) ? undefined : keys.get(broken.kid);
    return key !== undefined && isBreakSignedBy(key, broken);
  });

const isLost = (head: Signed, log: ExportedChain, keys: Proof['keys']): boolean =>
  log.links.get(head.seq)?.hash !== head.hash && breaksThatCount(log, keys).some((broken) => explains(broken, head));

/** A restored backup lacks the keys created after it was made, and so does the key set published afterwards. */
const isOfLostKey = ({ kid, seq, signed_at }: Signed, log: ExportedChain, keys: Proof['keys']): boolean =>
  !keys.has(kid) &&
  breaksThatCount(log, keys).some(({ lost_seq, accepted_at }) => seq <= lost_seq && signed_at <= accepted_at);

/** Heads signed by a leaked key prove nothing by themselves; a later head by another key vouches for them. */
export function* revokedNotes({ heads, revoked }: ExportedChain): Generator<string> {
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

/** The losses that were accepted, and by whom. */
export function* breakNotes(log: ExportedChain, { keys, heads = [] }: Proof): Generator<string> {
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
