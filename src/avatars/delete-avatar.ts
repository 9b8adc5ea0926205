import type { AuditedCall } from '../audit/audit-context.ts';
import { changeAvatar } from './change-avatar.ts';
import { removeAvatarFile } from './remove-avatar-file.ts';
import type { AvatarDeps } from './upload-avatar.ts';

/** Takes the caller's avatar away, row first: a crash between the two leaves a file for the sweep, never a broken picture. */
export async function deleteAvatar(
  deps: Pick<AvatarDeps, 'database' | 'clock' | 'files' | 'log'>,
  call: AuditedCall,
  userId: number,
): Promise<void> {
  const { at } = call;
  const removed = await deps.database.transaction((tx) =>
    changeAvatar(tx, call, { action: 'profile.avatar_delete', userId, url: null, at }),
  );
  await removeAvatarFile(deps, removed);
}
