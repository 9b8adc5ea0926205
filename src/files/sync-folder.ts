import { open } from 'node:fs/promises';

/** A new name survives a power cut only when its folder is written too (fsync(2)). Windows has no such call for folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
