import { chownSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../kernel/unchecked.ts';
import { isSqliteBusy } from './store-errors.ts';

/**
 * Holds a data folder for one serving process. Operator commands do not take it. @returns a function that releases the folder
 * @throws Error when another process serves from the folder, or it is not writable
 */
export function lockDataFolder(dataDir: string): () => void {
  const release = holdIn(dataDir, 'serving');
  if (release !== undefined) return release;
  throw new Error(
    `Another process already serves from ${dataDir}. Stop it first, or set SVC_DATA_DIR to another folder.`,
  );
}

/**
 * Takes a lock of that name in the data folder. @returns a function that releases it; `undefined` while another process holds it
 * @throws Error when the folder is not writable
 */
export function holdIn(dataDir: string, name: string): (() => void) | undefined {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return holdLock(join(dataDir, `${name}.lock`));
  } catch (cause) {
    throw new Error(`The data folder ${dataDir} cannot be written to: ${messageOf(cause)}.`, { cause });
  }
}

/**
 * Takes SQLite's own lock on a file. The operating system releases it with the process, so there are no stale lock files. @returns a
 * function that releases it; `undefined` while another process holds it
 * @throws the error of a file that cannot be written
 */
function holdLock(path: string): (() => void) | undefined {
  let handle: DatabaseSync | undefined;
  try {
    giveToFolder(path);
    handle = new DatabaseSync(path, { timeout: 0 });
    handle.exec('pragma locking_mode = exclusive; begin exclusive; create table if not exists held (by text)');
    return () => handle?.close();
  } catch (error) {
    handle?.close();
    if (isSqliteBusy(error)) return undefined;
    throw error;
  }
}

/** What root makes with a command, the service could not lock afterwards. */
function giveToFolder(path: string): void {
  if (process.getuid?.() !== 0) return;
  closeSync(openSync(path, 'a', 0o600));
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}
