import { access, constants, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../database/database.ts';
import { type Clock, nowOf } from '../kernel/clock.ts';
import { opaqueId } from '../kernel/ids.ts';
import { findMarker, keepMark } from './files-folder-store.ts';

/** The mark file, in a folder of uploads outside the data folder. */
export const MARK_FILE = '.iskaznica-files';

/** The folder of uploads. */
export interface FilesFolder {
  /** @throws Error while it is unavailable, or another folder is in its place */
  check(): Promise<void>;
}

/**
 * Verifies by a mark that `SVC_FILES_DIR` is the folder with this store's files. If a volume is not mounted, there is an empty
 * folder instead, or none: uploads would go to the node's own disk, and other nodes' documents would be missing.
 * @throws Error that says what to do
 */
export async function openFilesFolder(
  { server: { dataDir, filesDir } }: Pick<Settings, 'server'>,
  database: Database,
  clock: Clock,
): Promise<FilesFolder> {
  // A folder inside the data folder is always there together with the store or the secret.
  if (filesDir === join(dataDir, 'files')) return { check: () => access(dataDir, constants.W_OK) };
  const known = await findMarker(database.read);
  if (known === undefined) await markFolder(filesDir, database, clock);
  const mark = known ?? (await findMarker(database.read)) ?? '';
  const found = await readFolderMark(filesDir);
  if (found !== mark) throw new Error(notOursIn(filesDir, mark, found));
  return {
    check: async () => {
      if ((await readFolderMark(filesDir)) !== mark) throw new Error(`${filesDir} is not the folder of the files`);
    },
  };
}

async function markFolder(filesDir: string, database: Database, clock: Clock): Promise<void> {
  await mkdir(filesDir, { recursive: true });
  // Of nodes that start together one writes the mark, and all store it.
  await writeFile(join(filesDir, MARK_FILE), `${opaqueId()}\n`, { flag: 'wx' }).catch(unlessThere);
  const mark = await readFolderMark(filesDir);
  if (mark) await keepMark(database, mark, nowOf(clock));
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

export const readFolderMark = (filesDir: string): Promise<string | undefined> =>
  readFile(join(filesDir, MARK_FILE), 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );

export const notOursIn = (filesDir: string, mark: string, found: string | undefined): string =>
  `SVC_FILES_DIR ${filesDir} ${found === undefined ? 'lacks the mark of the folder' : 'has the mark of another folder than the one'} ` +
  `that this store's files are in. Is the volume mounted? If you have moved the files there, write ${mark} into ${join(filesDir, MARK_FILE)}`;
