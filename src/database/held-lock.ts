import { DatabaseSync } from 'node:sqlite';
import { isSqliteBusy } from './store-errors.ts';

/**
 * Takes SQLite's own lock on a file. The operating system releases it with the process, so there are no stale lock files. @returns a
 * function that releases it; `undefined` while another process holds it
 * @throws the error of a file that cannot be written
 */
export function holdLock(path: string): (() => void) | undefined {
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(path, { timeout: 0 });
    handle.exec('pragma locking_mode = exclusive; begin exclusive; create table if not exists held (by text)');
    return () => handle?.close();
  } catch (error) {
    handle?.close();
    if (isSqliteBusy(error)) return undefined;
    throw error;
  }
}
