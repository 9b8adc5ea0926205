import { DatabaseSync } from 'node:sqlite';
import { seconds } from '../kernel/durations.ts';

/** SQLite waits for another process by blocking its thread: this long while opening, later not at all. */
const OPENS_WITHIN = seconds(5);

/** A handle that makes every commit survive a power cut: WAL with `synchronous=FULL` (sqlite.org/pragma.html#pragma_synchronous). */
export function openHandle(path: string): DatabaseSync {
  const handle = new DatabaseSync(path, { timeout: OPENS_WITHIN, enableForeignKeyConstraints: true });
  handle.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
  handle.exec('pragma cache_size = -16000; pragma temp_store = memory; pragma wal_autocheckpoint = 2000');
  handle.exec('pragma busy_timeout = 0');
  return handle;
}

/** A handle that refuses to change anything. */
export function openReadHandle(path: string): DatabaseSync {
  const handle = openHandle(path);
  handle.exec('pragma query_only = on');
  return handle;
}
