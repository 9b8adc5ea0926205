import { accessSync, constants, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { appendDurably, syncFolder, writeWhole } from '../../platform/files/durable-writes.ts';
import {
  type BackupTarget,
  isBackupName,
  type JournalCopies,
  journalCopyName,
  ledgerCopyName,
  newestFirst,
} from './backup-target.ts';
import { sealedFile, type WriteBytes } from './sealed-file.ts';

/** Bytes written between two syncs: a commit of the service has to wait for them. */
const STRIDE = 4 * 1024 * 1024;

/** Backups in a folder. A partial one is renamed once it was read back. */
export function folderTarget(folder: string): BackupTarget {
  const bytesOf = async (name: string) => (await stat(join(folder, name))).size;
  return {
    place: `${folder}/`,
    list: async () => {
      const names = (await readdir(folder)).filter(isBackupName);
      return newestFirst(await Promise.all(names.map(async (name) => ({ name, bytes: await bytesOf(name) }))));
    },
    open: (name) => sealedFile(join(folder, name)),
    make: async (name, { write, check }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removePartialBackups(folder);
      const path = join(folder, name);
      const partial = `${path}.part`;
      try {
        const file = await open(partial, 'wx', 0o600);
        try {
          await write(inStrides(file));
          await file.sync();
        } finally {
          await file.close();
        }
        await check(await sealedFile(partial));
        await rename(partial, path);
        await syncFolder(folder);
        return { name, bytes: await bytesOf(name) };
      } finally {
        await rm(partial, { force: true });
      }
    },
    remove: (name) => rm(join(folder, name)),
    check: async () => {
      if (!existsSync(folder)) return 'to be made';
      accessSync(folder, constants.W_OK | constants.X_OK);
      return 'there';
    },
    journals: journalsInFolder(folder),
  };
}

async function removePartialBackups(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.endsWith('.backup.part')) await rm(join(folder, name));
}

/** Syncs every few megabytes; a single sync at the end would keep the disk busy for long. */
function inStrides(file: FileHandle): WriteBytes {
  let waiting = 0;
  return async (bytes) => {
    await file.writeFile(bytes);
    waiting += bytes.length;
    if (waiting < STRIDE) return;
    waiting = 0;
    await file.datasync();
  };
}

function journalsInFolder(folder: string): JournalCopies {
  /** The size of the copy when it was last in step; undefined while it is being written. */
  let size: number | undefined;
  return {
    journal: async (name, path, appended) => {
      const to = join(folder, journalCopyName(name));
      const isInStep = appended !== undefined && size !== undefined && (await sizeOf(to)) === size;
      size = undefined;
      if (isInStep) await appendDurably(to, appended);
      else await place(path, to);
      size = await sizeOf(to);
    },
    ledger: (name, path) => place(path, join(folder, ledgerCopyName(name))),
    collect: async () => folder,
  };
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (found) => found.size,
    () => undefined,
  );

async function place(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await writeWhole(to, await readFile(from));
}
