import { explains } from './chain-break.ts';
import type { ExportedChain } from './exported-chain.ts';
import { isLost, isOfLostKey, type Proof } from './exported-signatures.ts';

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
