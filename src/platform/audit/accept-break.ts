import { type Instant, nowOf } from '../kernel/clock.ts';
import { requireUnrevoked } from '../keys/revoke-key.ts';
import { addBreak, findLastSigned, findTip } from './audit-chain-store.ts';
import type { AuditedCall } from './audit-context.ts';
import { type ChainBreak, signBreak } from './chain-break.ts';
import { isOurs, meetKeysOf } from './head-signature.ts';
import { recordAudit } from './record-audit.ts';
import type { SealDeps } from './seal-audit.ts';

/** The loss that is accepted when the chain continues from the end of the database. */
export interface Loss {
  /** The chain continues after this record. */
  readonly seq: number;
  /** The newest head outside the database. */
  readonly lostSeq: number;
  readonly lostSignedAt: Instant | undefined;
}

/**
 * Lets the chain continue from the end of the database although heads outside it are ahead. Records this as a signed break,
 * in the database and beside the heads, and as an audit record in the chain itself.
 * @throws Error when this service did not sign the end of the chain in the database: that is a forgery, not a loss
 */
export async function acceptBreak(
  deps: SealDeps,
  { kind, by, call }: { kind: ChainBreak['kind']; by: string; call: AuditedCall },
): Promise<ChainBreak> {
  const { database, keys, clock, heads } = deps;
  const tip = await endOfChain(deps);
  const outside = heads.newest() ?? tip;
  const broken = signBreak(keys, {
    kind,
    ...tip,
    lost_seq: outside.seq,
    lost_hash: outside.hash,
    accepted_at: nowOf(clock),
    by,
  });
  await database.transaction(async (tx) => {
    await requireUnrevoked(tx, broken.kid);
    await addBreak(tx, broken);
    const { seq, lost_seq } = broken;
    const action = kind === 'restore' ? 'backup.restore' : 'audit.accept_loss';
    await recordAudit(tx, call, { action, meta: { seq, lost_seq, by } });
  });
  await heads.appendBreak(broken);
  return broken;
}

/** What `acceptBreak` would lose. */
export async function findLoss(deps: SealDeps): Promise<Loss> {
  const { seq } = await endOfChain(deps);
  const outside = deps.heads.newest();
  return { seq, lostSeq: outside?.seq ?? seq, lostSignedAt: outside?.signed_at };
}

async function endOfChain({ database, keys }: SealDeps): Promise<{ seq: number; hash: string }> {
  const db = database.read;
  const [tip, head] = [await findTip(db), await findLastSigned(db, 'audit_heads')];
  const base = tip ?? (await findLastSigned(db, 'audit_stubs'));
  if (base === undefined && head === undefined) return { seq: 0, hash: '' };
  await meetKeysOf(keys, [head]);
  if (base === undefined || head === undefined || head.seq !== base.seq || head.hash !== base.hash)
    throw new Error('The end of the chain in the database is not the one that was signed last: run "audit verify".');
  if (!isOurs(keys, 'head', head))
    throw new Error('The last head in the database is not signed by a key of this service: run "audit verify".');
  return { seq: base.seq, hash: base.hash };
}
