import type { Tx } from '../database/database.ts';
import type { Revocation } from '../keys/revoke-key.ts';
import type { Signed } from './audit-chain.ts';
import { findLastSigned, replaceSignature } from './audit-chain-store.ts';
import { isOurs, signHeadBy } from './head-signature.ts';
import { findChainFault, type SealDeps } from './seal-audit.ts';

export interface Endorsement {
  /** The re-signed head; `undefined` if another key had signed it, or signing was refused. */
  readonly head: Signed | undefined;
  /** Why the head was not re-signed. */
  readonly refused: string | undefined;
}

/**
 * Re-signs the end of the chain, and the stub of what was trimmed, with the key that replaces a revoked one: the leaked
 * key cannot change what is there now. `keys` must still know that key. A head keeps its time, since unsealed records
 * may be older than this moment.
 */
export async function endorseChain(
  tx: Tx,
  { keys, heads }: Pick<SealDeps, 'keys' | 'heads'>,
  { kid, purpose, signing }: Revocation,
): Promise<Endorsement> {
  if (purpose !== 'signing') return { head: undefined, refused: undefined }; // keys for ID tokens sign no heads
  const refused = await findChainFault(tx, { keys, heads });
  if (refused !== undefined) return { head: undefined, refused };
  const stub = await findLastSigned(tx, 'audit_stubs');
  if (stub?.kid === kid && isOurs(keys, 'stub', stub))
    await replaceSignature(tx, 'audit_stubs', signHeadBy(signing, 'stub', stub));
  const last = await findLastSigned(tx, 'audit_heads');
  if (last?.kid !== kid) return { head: undefined, refused: undefined };
  const head = signHeadBy(signing, 'head', last);
  await replaceSignature(tx, 'audit_heads', head);
  return { head, refused: undefined };
}
