import { statSync } from 'node:fs';
import { AppError } from '../kernel/app-error.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import type { StoreLog } from './database.ts';

const CHECK_EVERY: Milliseconds = seconds(1);

/**
 * The files of the embedded store, where they were opened. Removed or replaced, they go on being read and written by whoever has them
 * open, and are gone with the process.
 */
export interface StoreFile {
  /** Looks, which takes some microseconds. @throws AppError `store.lost` (503) */
  requireThere(): void;
  /** Goes by the last check, a second ago or less. @throws AppError `store.lost` (503) */
  requireSeen(): void;
  close(): void;
}

/** Call it while the store is open, so that its log is there too. */
export function watchStoreFile(path: string, log: StoreLog): StoreFile {
  const ids = new Map([path, `${path}-wal`].map((name) => [name, idOf(name)]));
  let lost: string | undefined;
  const check = () => {
    const [found] = [...ids].find(([name, id]) => id !== undefined && idOf(name) !== id) ?? [];
    if (found !== undefined && lost === undefined)
      log.warn(
        { file: found },
        'the file of the database was removed or replaced: everything is refused until it is back',
      );
    if (found === undefined && lost !== undefined) log.info({ file: lost }, 'the file of the database is back');
    lost = found;
  };
  const requireSeen = () => {
    if (lost !== undefined) throw new AppError('store.lost', { retryAfter: seconds(5) });
  };
  const timer = setInterval(check, CHECK_EVERY).unref();
  return {
    requireThere: () => {
      check();
      requireSeen();
    },
    requireSeen,
    close: () => clearInterval(timer),
  };
}

/** A file that cannot be looked at, as on a disk that is gone, counts as removed. */
function idOf(name: string): string | undefined {
  try {
    const { dev, ino } = statSync(name, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}
