import { chownSync, closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
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
