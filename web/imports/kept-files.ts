/**
 * Files by the import that looked them through, so that the real run takes the very same one. They stay in the memory of
 * this tab: nothing of them is written anywhere, and a reload forgets them.
 */
const kept = new Map<number, File>();

export const keepFile = (importId: number, file: File): void => void kept.set(importId, file);
export const keptFile = (importId: number): File | undefined => kept.get(importId);

/** Beyond this, the rows of a file are told by their numbers alone. */
const MOST_READ = 20 * 1024 * 1024;
/** Nobody needs to see one, though the file is their own. */
const PASSWORD_HASH = /\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}/g;

/** The lines of a kept file as they were typed; `undefined` where there is none, or it is too large to be shown. */
export async function linesOfFile(importId: number, encoding: string): Promise<readonly string[] | undefined> {
  const file = kept.get(importId);
  if (file === undefined || file.size > MOST_READ) return undefined;
  const text = new TextDecoder(encoding).decode(await file.arrayBuffer());
  return text.replaceAll(PASSWORD_HASH, '•••').split(/\r\n|\n|\r/);
}
