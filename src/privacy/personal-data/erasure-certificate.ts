import { sign, verify } from 'node:crypto';
import type { RecipientOrder } from '../../accounts/recipients/recipients-wire.ts';
import type { Signed } from '../../platform/audit/audit-chain.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { parseBase64Json } from '../../platform/kernel/unchecked.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { ErasureOrigin, ErasureRequest, RoomCount } from './erasure.ts';

/** A recipient of the person's data: what it was told, and what it answered (GDPR art. 19). */
export interface CertifiedRecipient
  extends Pick<
    RecipientOrder,
    'order_id' | 'recipient' | 'state' | 'ordered_at' | 'sent_at' | 'answered_at' | 'ground' | 'kept_until' | 'proof'
  > {}

/**
 * A certificate that does not name the person: numbers, times and counts. Version 1 lists no recipients; those that were issued are as
 * valid as ever.
 */
export interface ErasureCertificate {
  readonly type: 'iskaznica-erasure-certificate';
  readonly version: 1 | 2;
  readonly issuer: string;
  /** The person's tenant: the controller that had the data erased. Missing in certificates issued before 0.2.0. */
  readonly organisation?: string;
  readonly request_id: number;
  readonly user_id: UserId;
  readonly origin: ErasureOrigin;
  readonly requested_at: Instant;
  readonly decided_at: Instant | null;
  readonly erased_at: Instant | null;
  readonly completed_at: Instant;
  readonly rooms: readonly RoomCount[];
  /** Audit records about others whose mention of the person was blanked. */
  readonly blanked_records: number;
  /** Since version 2, as it stood at `recipients_at`, the last time that anything about them changed. */
  readonly recipients?: readonly CertifiedRecipient[];
  readonly recipients_at?: Instant | null;
  /** The latest signed head of the audit chain; the erasure follows it. */
  readonly chain_head: Pick<Signed, 'seq' | 'hash' | 'signed_at'> | null;
}

export interface CertificateOccasion {
  readonly issuer: string;
  readonly organisation: string;
  readonly at: Instant;
  readonly head: Signed | undefined;
  readonly told: readonly RecipientOrder[];
}

export function certificateOf(
  request: ErasureRequest,
  { issuer, organisation, at, head, told }: CertificateOccasion,
): ErasureCertificate {
  return {
    type: 'iskaznica-erasure-certificate',
    version: 2,
    issuer,
    organisation,
    request_id: request.id,
    user_id: request.user_id,
    origin: request.origin,
    requested_at: request.requested_at,
    decided_at: request.decided_at,
    erased_at: request.erased_at,
    completed_at: at,
    rooms: request.summary ?? [],
    blanked_records: request.blanked_ids.length,
    ...certifiedOf(told),
    chain_head: head === undefined ? null : { seq: head.seq, hash: head.hash, signed_at: head.signed_at },
  };
}

function certifiedOf(
  told: readonly RecipientOrder[],
): Required<Pick<ErasureCertificate, 'recipients' | 'recipients_at'>> {
  const recipients = told.map(
    ({ order_id, recipient, state, ordered_at, sent_at, answered_at, ground, kept_until, proof }) => ({
      order_id,
      recipient,
      state,
      ordered_at,
      sent_at,
      answered_at,
      ground,
      kept_until,
      proof,
    }),
  );
  const changes = told.flatMap((one) => [one.ordered_at, one.sent_at, one.overdue_at, one.answered_at]);
  return {
    recipients,
    recipients_at:
      changes
        .filter((at) => at !== null)
        .sort()
        .at(-1) ?? null,
  };
}

/**
 * The certificate with what recipients have answered since it was issued, signed anew. One of version 1 stays as it is, and so does one
 * that this service did not sign: whoever can write to the store must not get a signature by reading it.
 */
export function certificateNow(keys: Keyring, jws: string, told: readonly RecipientOrder[]): string {
  const { certificate, kid } = openCertificate(keys, jws);
  if (certificate.version === 1 || !isSignedBy(keys, kid, jws)) return jws;
  const now = certifiedOf(told);
  const { recipients, recipients_at } = certificate;
  if (JSON.stringify(now) === JSON.stringify({ recipients, recipients_at })) return jws;
  return signCertificate(keys, { ...certificate, ...now });
}

function isSignedBy(keys: Keyring, kid: string, jws: string): boolean {
  const key = keys.findEverSigning(kid);
  const [header, payload, signature = ''] = jws.split('.');
  const signed = Buffer.from(`${header}.${payload}`);
  return key !== undefined && verify(null, signed, key.publicKey, Buffer.from(signature, 'base64url'));
}

/**
 * A compact JWS (RFC 7515 §7.1, RFC 8037) that anybody can verify with the published keys. Its `typ` differs from that of
 * tokens, so that it cannot be used as one (RFC 8725 §3.11).
 */
export function signCertificate(keys: Keyring, certificate: ErasureCertificate): string {
  const { kid, privateKey } = keys.signing();
  const header = { alg: 'EdDSA', kid, typ: 'iskaznica-erasure+jws' };
  const signed = [header, certificate].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

/** The signed parts of a certificate, with the public key (RFC 7517) if this service still has it. */
export function openCertificate(keys: Keyring, jws: string) {
  const [header = '', payload = ''] = jws.split('.');
  const { kid } = parseBase64Json(header) as { kid: string }; // as `signCertificate` made both
  const certificate = parseBase64Json(payload) as ErasureCertificate;
  const key = keys.findEverSigning(kid)?.publicKey.export({ format: 'jwk' });
  return { certificate, jws, kid, key: key === undefined ? null : { ...key, kid, use: 'sig', alg: 'EdDSA' } };
}
