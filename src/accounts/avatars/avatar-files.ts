import type { Logger } from 'pino';
import type { FileStore, OpenedFile } from '../../platform/files/files.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { type AvatarFormat, type AvatarVersion, avatarName, nameOfUrl, versionOfName } from './avatar.ts';
import { reserveStamp } from './avatar-stamps-store.ts';

const FOLDER = 'uploads/avatars/';
/** TemporaryFiles of versions before 0.2, which stored them beside the files. */
const PART = /^\.(\d{1,15})_(\d{1,15})\.part$/;

/** A file of the service; `part` if it is an abandoned draft. */
export interface StoredAvatar extends AvatarVersion {
  readonly name: string;
  readonly part: boolean;
}

export interface NewAvatar {
  readonly format: AvatarFormat;
  readonly bytes: Buffer;
}

export interface AvatarFiles {
  /**
   * Stores a new file, whole and durable, under a new name, then calls `publish`. The file is not listed until that resolves.
   * @throws AppError `store.unavailable` (503) when disk or server refuse it
   */
  add<Result>(userId: UserId, image: NewAvatar, publish: (name: string) => Promise<Result>): Promise<Result>;
  read(name: string, range?: Parameters<FileStore['read']>[1]): Promise<OpenedFile | undefined>;
  remove(name: string): Promise<void>;
  /** Every file, or one person's, except those being written on this node. */
  list(userId?: UserId): AsyncIterable<StoredAvatar>;
}

/** Avatars as files of one folder. */
export function avatarFiles({ database, files, clock }: Pick<Platform, 'database' | 'files' | 'clock'>): AvatarFiles {
  const underWay = new Set<string>();
  return {
    add: async (userId, { format, bytes }, publish) => {
      const stamp = await database.transaction((tx) => reserveStamp(tx, userId, clock.now()));
      const name = avatarName({ userId, stamp }, format);
      underWay.add(name);
      try {
        await files.put(FOLDER + name, bytes, 'group'); // a web server in the group may serve it
        return await publish(name);
      } finally {
        underWay.delete(name);
      }
    },
    read: (name, range) => files.read(FOLDER + name, range),
    remove: (name) => files.remove(FOLDER + name),
    list: async function* (userId) {
      for await (const { key } of files.list(FOLDER + (userId === undefined ? '' : `${userId}_`))) {
        const stored = storedAs(key.slice(FOLDER.length));
        if (stored !== undefined && !underWay.has(stored.name)) yield stored;
      }
    },
  };
}

function storedAs(name: string): StoredAvatar | undefined {
  const version = versionOfName(name);
  if (version) return { ...version, name, part: false };
  const [, userId, stamp] = PART.exec(name) ?? [];
  return userId === undefined ? undefined : { userId: Number(userId), stamp: Number(stamp), name, part: true };
}

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
