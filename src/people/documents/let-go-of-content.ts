import { nowOf } from '../../platform/kernel/clock.ts';
import type { DocumentDeps } from './document-deps.ts';
import { letGoOfFile } from './document-files-store.ts';

/**
 * Removes a content unless a document has it: the row first, then the file. A failure is only logged and the sweep retries,
 * since the deletion of the document is already committed.
 */
export async function letGoOfContent({ database, clock, files, log }: DocumentDeps, sha256: string): Promise<void> {
  try {
    const key = await database.transaction((tx) => letGoOfFile(tx, sha256, nowOf(clock)));
    if (key !== undefined) await files.remove(key);
  } catch (error) {
    log.warn({ err: error, sha256 }, 'the file of a deleted document could not be removed');
  }
}
