import { hash, randomBytes } from 'node:crypto';
import { findAccountByEmail } from '../../accounts/users/accounts-store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { type Milliseconds, minutes } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { deriveCode } from '../../platform/keys/derived-secret.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { NewSecret } from '../../platform/mail/enqueue-mail.ts';
import type { OutboxMail } from '../../platform/mail/mail.ts';
import { hasEmailChangeOf, renewEmailChange } from './email-changes-store.ts';

export const CODE_LIVES = minutes(30);

export function newCode(keys: Keyring): { seed: string; code_hash: string } {
  const seed = randomBytes(32).toString('base64url');
  return { seed, code_hash: codeHash(deriveCode(keys, seed)) };
}

export const codeHash = (code: string): string => hash('sha256', code, 'base64url');

/**
 * The mail to send now; `undefined` once its code was used or replaced. If another account has the address, its owner gets a
 * notice instead of the code. This is decided when the mail is sent and not at the request, so that the row, its times and its
 * state are the same for every address, and nobody learns from an export or list of mails who has an account.
 */
export async function emailCodeAsOfNow(
  db: Db,
  mail: OutboxMail,
  seed: string,
  at: Instant,
): Promise<OutboxMail | undefined> {
  if (!(await hasEmailChangeOf(db, mail.user_id ?? 0, seed, at))) return undefined;
  const owner = await findAccountByEmail(db, mail.to_address);
  if (owner === undefined || owner.id === mail.user_id) return mail;
  const params = toJson({ name: owner.full_name, at: mail.created_at });
  return { ...mail, kind: 'address-in-use', language: owner.preferred_language, params, secret_ref: null };
}

/** Replaces the code mailed to `address`. `undefined` when no change to that address is pending. */
export async function renewEmailCode(
  tx: Tx,
  keys: Keyring,
  { userId, address, now }: { userId: UserId; address: string; now: Milliseconds },
): Promise<NewSecret | undefined> {
  const { seed, code_hash } = newCode(keys);
  const expires_at = instantAt(now + CODE_LIVES);
  const renewed = await renewEmailChange(tx, { user_id: userId, new_email: address }, { seed, code_hash, expires_at });
  return renewed ? { secret: { kind: 'code', seed }, expires_at } : undefined;
}
