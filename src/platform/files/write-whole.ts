import { open, rename } from 'node:fs/promises';

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
