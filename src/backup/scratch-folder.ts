import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A folder for a while, in the data folder: what is unencrypted stays where the same things are unencrypted anyway. Removes
 * those of runs that were killed; one that is under way at the same moment then fails and says so.
 */
export async function withScratchFolder<Result>(
  dataDir: string,
  kind: 'backup' | 'restore' | 'rehearsal' | 'journals',
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const prefix = `scratch-${kind}-`;
  for (const name of await readdir(dataDir))
    if (name.startsWith(prefix)) await rm(join(dataDir, name), { recursive: true, force: true });
  const folder = await mkdtemp(join(dataDir, prefix));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
