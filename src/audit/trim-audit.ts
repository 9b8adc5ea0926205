import type { Tx } from '../database/database.ts';
import { type Clock, type Instant, instantAt } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { dropSealedUpTo, findTip, listSealed } from './audit-chain-store.ts';
import { signHead } from './head-signature.ts';

/**
 * Removes the oldest sealed records, and leaves a signed stub from which the rest of the chain is verified. Only a beginning
 * of the chain can go, and never its last record. Returns how many went.
 */
export const auditTrimmer =
  (keys: Keyring, clock: Clock) =>
  async (tx: Tx, before: Instant, most: number): Promise<number> => {
    const tip = await findTip(tx);
    const oldest = await listSealed(tx, 0, most);
    const kept = oldest.findIndex(({ at, seq }) => (at !== null && at >= before) || seq === tip?.seq);
    const gone = kept === -1 ? oldest : oldest.slice(0, kept);
    const last = gone.at(-1);
    if (last === undefined) return 0;
    const stub = signHead(keys, 'stub', { seq: last.seq, hash: last.hash, signed_at: instantAt(clock.now()) });
    await dropSealedUpTo(tx, stub);
    return gone.length;
  };
