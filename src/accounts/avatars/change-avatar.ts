import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { type AuditEntry, recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { holdUserRow } from '../users/accounts-store.ts';
import { changeUser } from '../users/changed-users-store.ts';

type AvatarEntry = AuditEntry<'profile.avatar_upload' | 'profile.avatar_delete'>;

/**
 * Sets a person's avatar to `url` and returns the previous one. Under the row's lock each previous avatar has exactly
 * one successor, so exactly one caller removes its file. Clearing an empty avatar is a no-op.
 * @throws AppError `auth.revoked` (401) when the person was deleted meanwhile
 */
export async function changeAvatar(
  tx: Tx,
  call: AuditedCall,
  { userId, url, at, entry }: { userId: UserId; url: string | null; at: Instant; entry: AvatarEntry },
): Promise<string | null> {
  const before = await holdUserRow(tx, userId);
  if (before === undefined) throw new AppError('auth.revoked');
  if (url === null && before.avatar_url === null) return null;
  await changeUser(tx, userId, { avatar_url: url }, at);
  await recordAudit(tx, call, { ...entry, about: 'actor' });
  return before.avatar_url;
}
