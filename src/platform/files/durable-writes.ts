import { open, rename } from 'node:fs/promises';
import { AppError } from '../kernel/app-error.ts';
import { seconds } from '../kernel/durations.ts';

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

/** Appends to a file that only its owner can read. Durable once it resolves. */
export async function appendDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a file that only its owner can read; atomic, and durable once it resolves. */
export async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

/** A full, read-only or lost disk means the store is down, not a bug. @throws AppError `store.unavailable` (503) */
export function diskRefusal(cause: unknown): never {
  throw new AppError('store.unavailable', { cause, retryAfter: seconds(5) });
}
