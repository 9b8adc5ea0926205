import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { appendDurably, writeWhole } from '../../platform/files/durable-writes.ts';
import { type JournalCopies, journalCopyName, ledgerCopyName } from './journal-copies.ts';

export function journalsInFolder(folder: string): JournalCopies {
  /** The size of the copy when it was last in step; undefined while it is being written. */
  let size: number | undefined;
  return {
    journal: async (name, path, appended) => {
      const to = join(folder, journalCopyName(name));
      const isInStep = appended !== undefined && size !== undefined && (await sizeOf(to)) === size;
      size = undefined;
      if (isInStep) await appendDurably(to, appended);
      else await place(path, to);
      size = await sizeOf(to);
    },
    ledger: (name, path) => place(path, join(folder, ledgerCopyName(name))),
    gathered: async () => folder,
  };
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (found) => found.size,
    () => undefined,
  );

async function place(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await writeWhole(to, await readFile(from));
}
