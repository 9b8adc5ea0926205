import type { Logger } from 'pino';
import { nameOfUrl } from './avatar.ts';
import type { AvatarFiles } from './avatar-files.ts';

/**
 * Removes the file behind an address that no row refers to any more. What the disk refuses now is left to the sweep: the
 * change is made, and its answer must say so.
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

/** Removes whatever a person has in the folder. For after an erasure, when no row refers to any of it. */
export async function removeAvatarFiles(files: AvatarFiles, userId: number): Promise<void> {
  for await (const stored of files.list()) if (stored.userId === userId) await files.remove(stored.name);
}
