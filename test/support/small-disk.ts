import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface SmallDisk {
  readonly path: string;
  /** Leaves no byte free. */
  fill(): void;
  /** Takes away what filled it. */
  free(): void;
  makeReadOnly(): void;
}

/** An in-memory file system of that many MB; undefined when this user may not mount one. */
export function mountSmallDisk(t: TestContext, megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'iskaznica-disk-'));
  t.after(() => {
    spawnSync('umount', ['--lazy', path]); // this comes before the end of the processes that were started later
    rmdirSync(path);
  });
  if (!mount(['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])) return undefined;
  const filler = join(path, 'filler');
  return {
    path,
    fill: () => fillWith(filler),
    free: () => rmSync(filler),
    makeReadOnly: () => {
      if (!mount(['-o', 'remount,ro', path])) throw new Error('The disk is still written to');
    },
  };
}

const mount = (options: readonly string[]): boolean => spawnSync('mount', options).status === 0;

function fillWith(path: string): void {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(4096);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}
