import type { Tx } from '../database/database.ts';
import type { Revocation } from '../keys/revoke-key.ts';
import type { Signed } from './audit-chain.ts';
import { findLastSigned, replaceSignature } from './audit-chain-store.ts';
import { isOurs, signHeadBy } from './head-signature.ts';
import { type SealDeps, whyUnsafe } from './seal-audit.ts';

export interface Endorsement {
  /** The end of the chain as it is signed now; nothing where it was by another key, or refused. */
  readonly head: Signed | undefined;
  /** Why the end of the chain was not signed anew. */
  readonly refused: string | undefined;
}

/**
 * Signs the end of the chain, and the stub of what was trimmed, by the key that takes over from a revoked one: what stands
 * at this moment cannot be changed with the leaked key any more. `keys` must still know that key. The time that a head says
 * stays: records that wait may be older than this moment.
 */
export async function endorseChain(
  tx: Tx,
  { keys, heads }: Pick<SealDeps, 'keys' | 'heads'>,
  { kid, signing }: Revocation,
): Promise<Endorsement> {
  const refused = await whyUnsafe(tx, { keys, heads });
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
