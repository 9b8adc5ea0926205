import type { Circumstances } from '../audit/circumstances.ts';
import { instantAt } from '../kernel/clock.ts';
import { changeAvatar } from './change-avatar.ts';
import { removeAvatarFile } from './remove-avatar-file.ts';
import type { AvatarDeps } from './upload-avatar.ts';

/** Takes the caller's avatar away, row first: a crash between the two leaves a file for the sweep, never a broken picture. */
export async function deleteAvatar(
  deps: Pick<AvatarDeps, 'database' | 'clock' | 'files' | 'log'>,
  circumstances: Circumstances,
  userId: number,
): Promise<void> {
  const at = instantAt(deps.clock.now());
  const removed = await deps.database.transaction((tx) =>
    changeAvatar(tx, circumstances, { action: 'profile.avatar_delete', userId, url: null, at }),
  );
  await removeAvatarFile(deps, removed);
}
