import { constants } from 'node:fs';
import { access, mkdir, open, opendir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskRefusal } from '../files/disk-refusal.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { codeOf, isMissingFile } from '../kernel/caught-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import { type AvatarFormat, type AvatarMark, avatarName, markOfName } from './avatar.ts';

const PART = /^\.(\d{1,15})_(\d{1,15})\.part$/;

/** A file made by the service; `part` until it has its final name. */
export interface StoredAvatar extends AvatarMark {
  readonly name: string;
  readonly part: boolean;
}

export interface NewAvatar {
  readonly format: AvatarFormat;
  readonly bytes: Buffer;
}

export interface AvatarFiles {
  readonly folder: string;
  /**
   * Writes a new file, whole and durable, under a fresh name, then calls `publish`. Until that resolves the file is not
   * listed.
   * @throws AppError `store.unavailable` (503) when the disk refuses it
   */
  add<Result>(userId: UserId, image: NewAvatar, publish: (name: string) => Promise<Result>): Promise<Result>;
  remove(name: string): Promise<void>;
  /** Every file, except those being written on this node. */
  list(): AsyncIterable<StoredAvatar>;
}

/** Avatars as files in one folder. */
export function avatarFiles(folder: string, clock: Clock): AvatarFiles {
  const underWay = new Set<number>();
  let lastStamp = 0;
  return {
    folder,
    add: async (userId, { format, bytes }, publish) => {
      for (;;) {
        lastStamp = Math.max(clock.now(), lastStamp + 1);
        const mark = { userId, stamp: lastStamp };
        underWay.add(mark.stamp);
        try {
          if (!(await reserve(folder, mark, format).catch(diskRefusal))) continue;
          await write(folder, mark, { format, bytes }).catch(diskRefusal);
          return await publish(avatarName(mark, format));
        } finally {
          underWay.delete(mark.stamp);
        }
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    list: async function* () {
      for await (const stored of listFolder(folder)) if (!underWay.has(stored.stamp)) yield stored;
    },
  };
}

const partName = ({ userId, stamp }: AvatarMark): string => `.${userId}_${stamp}.part`;

/**
 * False when the name is taken. Creating the part file exclusively reserves the name against another node in the same
 * millisecond.
 */
async function reserve(folder: string, mark: AvatarMark, format: AvatarFormat): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const part = join(folder, partName(mark));
  if (!(await madeAnew(part))) return false;
  if (!(await exists(join(folder, avatarName(mark, format))))) return true;
  await rm(part, { force: true });
  return false;
}

async function madeAnew(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o640)).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  );

/** The name appears only once the content is durable, and the row refers to it only once the name is. */
async function write(folder: string, mark: AvatarMark, { format, bytes }: NewAvatar): Promise<void> {
  const [part, final] = [join(folder, partName(mark)), join(folder, avatarName(mark, format))];
  try {
    const handle = await open(part, 'w');
    try {
      await handle.chmod(0o640); // whatever the umask: a web server in the group may serve it
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, final);
    await syncFolder(folder);
  } catch (error) {
    await rm(part, { force: true });
    await rm(final, { force: true });
    throw error;
  }
}

async function* listFolder(folder: string): AsyncGenerator<StoredAvatar> {
  let entries: Awaited<ReturnType<typeof opendir>>;
  try {
    entries = await opendir(folder, { bufferSize: 500 });
  } catch (error) {
    if (isMissingFile(error)) return; // no avatar was ever uploaded
    throw error;
  }
  for await (const { name } of entries) {
    const mark = markOfName(name);
    if (mark) yield { ...mark, name, part: false };
    const [, userId, stamp] = PART.exec(name) ?? [];
    if (userId !== undefined) yield { userId: Number(userId), stamp: Number(stamp), name, part: true };
  }
}
