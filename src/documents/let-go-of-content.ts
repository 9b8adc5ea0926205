import { instantAt } from '../kernel/clock.ts';
import type { DocumentDeps } from './document-deps.ts';
import { letGoOfFile } from './document-files-store.ts';

/**
 * Removes a file unless a document has it. If the disk refuses, the sweep retries: the change is committed and must be
 * answered as such.
 */
export async function letGoOfContent({ database, clock, files, log }: DocumentDeps, sha256: string): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      // While the row is locked: an upload of the same content waits, then writes the file anew.
      if (await letGoOfFile(tx, sha256, instantAt(clock.now()))) await files.remove(sha256);
    });
  } catch (error) {
    log.warn({ err: error, sha256 }, 'the file of a deleted document could not be removed');
  }
}
