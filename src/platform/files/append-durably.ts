import { open } from 'node:fs/promises';

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
