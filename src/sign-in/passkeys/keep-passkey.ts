import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import type { Language } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { type AuditSubject, recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail, type Recipient } from '../../platform/mail/enqueue-mail.ts';
import { spendChallenge } from '../login/signed-challenge.ts';
import { alarmLink } from '../security-notices/alarm-link.ts';
import { type Passkey, type Purpose, providerOf } from './passkey.ts';
import type { AnsweredChallenge } from './passkey-challenge.ts';
import { countAsFactor } from './passkeys-as-factor.ts';
import { addPasskey, takeSlot } from './passkeys-store.ts';
import type { VerifiedRegistration } from './verify-registration.ts';

const USUAL_NAMES = {
  hr: { sign_in: 'Pristupni ključ', second_step: 'Sigurnosni ključ' },
  en: { sign_in: 'Passkey', second_step: 'Security key' },
} as const;

export const usualName = ({ aaguid }: VerifiedRegistration, language: Language, purpose: Purpose = null): string =>
  providerOf(aaguid) ?? USUAL_NAMES[language][purpose ?? 'sign_in'];

interface Kept {
  readonly challenge: AnsweredChallenge;
  readonly verified: VerifiedRegistration;
  readonly transports: readonly string[];
  readonly name: string;
  readonly rpId: string;
  readonly purpose?: Purpose;
  /** Null where a link adds it. */
  readonly addedBy: SignInId | null;
}

/** Stores a verified passkey in the transaction that spends its challenge. @throws AppError 400 `passkey.not_added`, 409 */
export async function keepPasskey(
  tx: Tx,
  keys: Keyring,
  call: AuditedCall,
  owner: AuditSubject & Recipient,
  { challenge, verified, transports, name, rpId, purpose = null, addedBy }: Kept,
): Promise<Passkey> {
  const { at } = call;
  if (!(await spendChallenge(tx, challenge, at))) throw new AppError('passkey.not_added');
  const user = await holdUserRow(tx, owner.id);
  if (user === undefined) throw new AppError('auth.revoked'); // deleted after the check of the call
  if (!(await takeSlot(tx, owner.id))) throw new AppError('passkey.too_many');
  const passkey = await addPasskey(tx, {
    user_id: owner.id,
    credential_id: verified.credentialId,
    public_key: verified.publicKey,
    counter: verified.counter,
    device_type: verified.deviceType,
    transports,
    aaguid: verified.aaguid,
    rp_id: rpId,
    name,
    created_at: at,
    backed_up_at: verified.isBackedUp ? at : null,
    last_used_at: null,
    verified_at: verified.isUserVerified ? at : null,
    refused_at: null,
    purpose,
    added_by: addedBy,
  });
  if (passkey === undefined) throw new AppError('passkey.exists');
  if (verified.isUserVerified || purpose === 'second_step') await countAsFactor(tx, user, rpId, at);
  const synced = passkey.device_type === 'multiDevice';
  const meta = { passkey_id: passkey.id, synced, ...(purpose === null ? {} : { purpose }) };
  await recordAudit(tx, call, { action: 'passkey.add', about: owner, meta });
  const kind = purpose === null ? 'passkey-added' : 'security-key-added';
  const link = addedBy === null ? undefined : await alarmLink(tx, keys, { user: owner, sid: addedBy, at });
  const mail = { kind, to: owner, params: { at, passkey: name, ...link?.params }, at } as const;
  await enqueueMail(tx, link === undefined ? mail : { ...mail, secret: link.secret });
  return passkey;
}
