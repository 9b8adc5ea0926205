import type { Logger } from 'pino';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { nameOfUrl } from './avatar.ts';
import type { AvatarFiles } from './avatar-files.ts';

/**
 * Removes a file that no row refers to any more. A failure is only logged and the sweep retries, since the change is already
 * committed.
 */
export async function removeAvatarFile(
  { files, log }: { files: AvatarFiles; log: Logger },
  url: string | null,
): Promise<void> {
  const name = url === null ? undefined : nameOfUrl(url);
  if (name === undefined) return;
  await files
    .remove(name)
    .catch((error: unknown) => log.warn({ err: error }, 'a replaced avatar could not be removed'));
}

/** Removes all of a person's files, after an erasure has dropped every reference. */
export async function removeAvatarFiles(files: AvatarFiles, userId: UserId): Promise<void> {
  for await (const { name } of files.list(userId)) await files.remove(name);
}
