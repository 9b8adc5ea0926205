import type { AuditedCall } from '../audit/audit-context.ts';
import { type AuditEntry, recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import { authErrors } from '../http/http-errors.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Instant } from '../kernel/clock.ts';
import { changeUser } from '../users/change-user.ts';
import { lockUser } from '../users/lock-user.ts';

/**
 * Puts `url` in place of a person's avatar and returns what was there. Under the lock of the row every address has exactly
 * one successor, so exactly one caller is told to remove its file. Clearing what is clear changes and records nothing.
 * @throws AppError `auth.revoked` (401) when the person was deleted meanwhile
 */
export async function changeAvatar(
  tx: Tx,
  call: AuditedCall,
  {
    userId,
    url,
    at,
    ...entry
  }: Pick<AuditEntry, 'action' | 'meta'> & { userId: number; url: string | null; at: Instant },
): Promise<string | null> {
  const before = await lockUser(tx, userId);
  if (before === undefined) throw new AppError(authErrors['auth.revoked']);
  if (url === null && before.avatar_url === null) return null;
  await changeUser(tx, userId, { avatar_url: url }, at);
  await recordAudit(tx, call, { ...entry, about: 'actor' });
  return before.avatar_url;
}
