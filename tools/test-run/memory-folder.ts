import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** The memory disk of Linux (tmpfs). In containers it may be small. */
const MEMORY_DISK = '/dev/shm';
const ENOUGH = 4 * 2 ** 30; // bytes

export interface MemoryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Removes the folder when its standard input closes, that is, when the run ends in any way. */
const KEEPER = 'cat; rm -rf "$0"';

/**
 * A folder in memory for the temporary files of a run: no test asserts that something survives a power cut, and waiting for the
 * disk is half of what the tests on SQLite take. `undefined` where there is no room, or where `TMPDIR` says otherwise.
 */
export function openMemoryFolder(): MemoryFolder | undefined {
  if (process.env.TMPDIR || !hasRoom()) return undefined;
  const path = mkdtempSync(join(MEMORY_DISK, 'iskaznica-tests-'));
  chmodSync(path, 0o755); // PostgreSQL runs as another user, in folders below
  const keeper = spawn('/bin/sh', ['-c', KEEPER, path], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  const remove = async () => {
    keeper.stdin.end();
    if (keeper.exitCode === null) await once(keeper, 'exit');
  };
  return { path, remove };
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY_DISK)) return false;
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize >= ENOUGH && freemem() >= ENOUGH;
}
