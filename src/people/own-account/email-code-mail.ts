import { findAccountByEmail } from '../../accounts/users/find-account.ts';
import type { Db } from '../../platform/database/database.ts';
import { toJson } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { OutboxMail } from '../../platform/mail/mail.ts';
import { hasEmailChangeOf } from './email-changes-store.ts';

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
