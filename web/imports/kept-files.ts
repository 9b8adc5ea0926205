/**
 * Checked files by import, so that the real run uses the very same file. Kept in the memory of this tab only; a reload
 * forgets them.
 */
const kept = new Map<number, File>();

export const keepFile = (importId: number, file: File): void => void kept.set(importId, file);
export const keptFile = (importId: number): File | undefined => kept.get(importId);

/** Above this size, rows are shown by number only. */
const MOST_READ = 20 * 1024 * 1024;
/** Never shown, although the file is the user's own. */
const PASSWORD_HASH = /\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}/g;

/** The original lines of a kept file; `undefined` when there is none, or it is too large to show. */
export async function linesOfFile(importId: number, encoding: string): Promise<readonly string[] | undefined> {
  const file = kept.get(importId);
  if (file === undefined || file.size > MOST_READ) return undefined;
  const text = new TextDecoder(encoding).decode(await file.arrayBuffer());
  return text.replaceAll(PASSWORD_HASH, '•••').split(/\r\n|\n|\r/);
}
