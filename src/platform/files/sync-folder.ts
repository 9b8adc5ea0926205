import { open } from 'node:fs/promises';

/** A new name survives a power cut only once its folder is synced too (fsync(2)). Windows cannot sync folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
