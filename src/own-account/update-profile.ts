import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import { authErrors } from '../http/http-errors.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import { changeProfile, type ProfileChange } from '../users/change-profile.ts';
import { checkedOib, checkedText } from '../users/checked-fields.ts';
import { findAccount } from '../users/find-account.ts';
import type { Account, Language } from '../users/user.ts';
import type { ProfileBody } from './own-account-wire.ts';

/**
 * Changes only the members sent. The audit record names the members, not their values, which are personal. @returns the
 * account after the change
 * @throws InvalidRequest (422) for an OIB with a wrong check digit, or text with control characters
 */
export async function updateProfile(
  { database }: { database: Database; clock: Clock },
  call: AuditedCall,
  userId: UserId,
  body: ProfileBody,
): Promise<Account> {
  const change = changeFrom(body);
  const { at } = call;
  return database.transaction(async (tx) => {
    const changed = await changeProfile(tx, userId, change, at);
    const account = changed && (await findAccount(tx, userId));
    if (account === undefined) throw new AppError(authErrors['auth.revoked']); // deleted after the gate's check
    await recordAudit(tx, call, {
      action: 'profile.update',
      about: 'actor',
      meta: { changed: Object.keys(change) },
    });
    return account;
  });
}

function changeFrom(body: ProfileBody): ProfileChange {
  const { ime, prezime, full_name, oib, preferred_language } = body;
  const texts = Object.entries({ ime, prezime, full_name, telefon: body.telefon ?? body.phone });
  const change: Record<string, string> = {};
  for (const [member, value] of texts) if (value !== undefined) change[member] = checkedText(member, value);
  if (oib !== undefined) change.oib = checkedOib(oib);
  if (preferred_language !== undefined) change.preferred_language = preferred_language as Language;
  return change;
}
