import { type KeyObject, sign, verify } from 'node:crypto';
import { defineTable, integer, type RowOf, text } from '../database/define-table.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Signed } from './audit-chain.ts';

/**
 * A break: the place where the chain continued although heads outside the database were ahead, after a restored backup or a
 * failover that lost records. Signed like a head, so that nobody without the key can explain away a chain that was cut.
 */
export const auditBreaksTable = defineTable(
  'audit_breaks',
  {
    kind: text<'restore' | 'loss'>(),
    /** The last seal at that time; the chain continues after it. */
    seq: integer(),
    hash: text(),
    /** The newest head that was known outside the database. */
    lost_seq: integer(),
    lost_hash: text(),
    accepted_at: text<Instant>(),
    /** Who accepted it, in their own words. */
    by: text(),
    kid: text(),
    signature: text(),
  },
  {
    key: 'signature',
    personal: { nobody: 'digests, and the operator who accepted a break' },
  },
);

export type ChainBreak = RowOf<typeof auditBreaksTable>;

type Unsigned = Omit<ChainBreak, 'kid' | 'signature'>;

/** `by` comes last and is the only free text, so that nothing in it can pass for another member. */
const breakText = ({ kind, seq, hash, lost_seq, lost_hash, accepted_at, by }: Unsigned): string =>
  `iskaznica-audit-${kind}-v1\n${seq}\n${hash}\n${lost_seq}\n${lost_hash}\n${accepted_at}\n${by}`;

export function signBreak(keys: Keyring, facts: Unsigned): ChainBreak {
  const { kid, privateKey } = keys.signing();
  return { ...facts, kid, signature: sign(null, Buffer.from(breakText(facts)), privateKey).toString('base64url') };
}

export const isBreakSignedBy = (publicKey: KeyObject, broken: ChainBreak): boolean =>
  verify(null, Buffer.from(breakText(broken)), publicKey, Buffer.from(broken.signature, 'base64url'));

/** Whether it is signed by a key of this service that was not revoked. */
export function isOurBreak(keys: Keyring, broken: ChainBreak): boolean {
  const key = keys.findEverSigning(broken.kid);
  return key !== undefined && isBreakSignedBy(key.publicKey, broken);
}

/** Whether the break explains a head that is not part of the chain: the head is older, and beyond the end it accepted. */
export const explains = ({ seq, accepted_at }: ChainBreak, head: Pick<Signed, 'seq' | 'signed_at'>): boolean =>
  head.seq > seq && head.signed_at <= accepted_at;
