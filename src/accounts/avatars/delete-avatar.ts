import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { changeAvatar } from './change-avatar.ts';
import { removeAvatarFile } from './remove-avatar-file.ts';
import type { AvatarDeps } from './upload-avatar.ts';

/** Removes the caller's avatar, row first: a crash in between leaves a file for the sweep, never a broken picture. */
export async function deleteAvatar(
  deps: Pick<AvatarDeps, 'database' | 'clock' | 'files' | 'log'>,
  call: AuditedCall,
  userId: UserId,
): Promise<void> {
  const { at } = call;
  const removed = await deps.database.transaction((tx) =>
    changeAvatar(tx, call, { userId, url: null, at, entry: { action: 'profile.avatar_delete' } }),
  );
  await removeAvatarFile(deps, removed);
}
