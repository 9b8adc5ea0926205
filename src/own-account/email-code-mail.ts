import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { OutboxMail } from '../mail/mail.ts';
import { findAccountByEmail } from '../users/find-account.ts';
import { hasEmailChangeOf } from './email-changes-store.ts';

/**
 * The mail with a code, as it is to go out now: `undefined` once the code was given, or replaced by one for another wish.
 * At an address that somebody else has, its owner gets a notice in place of the code. That is settled here and not when the
 * change is asked for: the row, its times and what becomes of it are the same for every address, so that nobody learns from
 * their export or their list of mails who has an account.
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
  const params = JSON.stringify({ name: owner.full_name, at: mail.created_at });
  return { ...mail, kind: 'address-in-use', language: owner.preferred_language, params, secret_ref: null };
}
