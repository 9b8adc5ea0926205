import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Lends a temporary folder inside the data folder, where the same data is unencrypted anyway. First removes the folders of killed
 * runs, which makes a concurrent run of this kind fail.
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
