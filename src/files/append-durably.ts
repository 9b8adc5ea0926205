import { open } from 'node:fs/promises';

/** Adds text at the end of a file that only its owner reads. Durable once this resolves. */
export async function appendDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
