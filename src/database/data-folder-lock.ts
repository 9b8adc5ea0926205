import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../kernel/caught-error.ts';
import { isSqliteBusy } from './store-errors.ts';

/**
 * Holds a data folder for one serving process by SQLite's own lock on a file beside the data. The operating system
 * releases it with the process, so there are no stale lock files. Operator commands do not take it. @returns a
 * function that releases the folder
 * @throws Error when another process serves from the folder, or it is not writable
 */
export function lockDataFolder(dataDir: string): () => void {
  let handle: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    handle = new DatabaseSync(join(dataDir, 'serving.lock'), { timeout: 0 });
    handle.exec('pragma locking_mode = exclusive; begin exclusive; create table if not exists held (by text)');
    return () => handle?.close();
  } catch (cause) {
    handle?.close();
    throw new Error(isSqliteBusy(cause) ? inUse(dataDir) : unusable(dataDir, cause), { cause });
  }
}

const inUse = (dataDir: string): string =>
  `Another process already serves from ${dataDir}. Stop it first, or set SVC_DATA_DIR to another folder.`;

const unusable = (dataDir: string, cause: unknown): string =>
  `The data folder ${dataDir} cannot be written to: ${messageOf(cause)}.`;
