import type { Logger } from 'pino';

import { isStoreUnavailable } from '../../platform/database/store-errors.ts';
import type { TemporaryFile } from '../../platform/files/temporary-files.ts';
import type { Job } from '../../platform/jobs/recurring-jobs.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { hours, type Milliseconds } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { DOCUMENTS, freshKey, hashOfKey, isOldTemporaryFile } from './document-files.ts';
import { findFileKey, letGoOfFile, listAbandonedContents, listFileKeys, type PutFile } from './document-files-store.ts';
import type { PagesOfFile } from './pages-of-file.ts';

export interface DocumentDeps extends Pick<Platform, 'database' | 'clock' | 'files'> {
  readonly log: Pick<Logger, 'warn'>;
  readonly pagesOfFile: PagesOfFile;
}

/**
 * Stores a temporary file under a new key, then lets `enter` refer to it in a transaction and return the key that the content has. The
 * file store is not called inside that transaction, and a concurrent removal of the same content concerns another key. A crash
 * leaves a file that the sweep removes.
 */
export async function putContent<Result extends { readonly key: string }>(
  { database, files, log }: DocumentDeps,
  temporary: TemporaryFile,
  enter: (put: PutFile) => Promise<Result>,
): Promise<Result> {
  const key = freshKey(temporary.sha256);
  const known = await findFileKey(database.read, temporary.sha256);
  const lost = known !== undefined && !(await isThere(files, known)) ? known : undefined;
  await files.put(key, temporary, 'group');
  const letGo = () =>
    files.remove(key).catch((error: unknown) => log.warn({ err: error }, 'a surplus file could not be removed'));
  try {
    const entered = await enter({ key, lost });
    if (entered.key !== key) await letGo(); // the archive had the same content
    return entered;
  } catch (error) {
    // The reply to a commit may have been lost: the row may refer to the file, and only the sweep can find out.
    if (!isStoreUnavailable(error)) await letGo();
    throw error;
  }
}

async function isThere(files: DocumentDeps['files'], key: string): Promise<boolean> {
  const found = await files.read(key);
  found?.body.destroy();
  return found !== undefined;
}

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

/** Far longer than an upload may take, so that none in progress is removed. */
const ABANDONED_AFTER = hours(2);
const BATCH = 500;

/** Removes files stored before `before` that no document has, left by a crash between two steps. Returns how many. */
export async function sweepDocuments(
  { database, files, clock }: Pick<Platform, 'database' | 'files' | 'clock'>,
  before: Milliseconds,
): Promise<number> {
  for (const sha256 of await listAbandonedContents(database.read))
    await database.transaction((tx) => letGoOfFile(tx, sha256, nowOf(clock)));
  let removed = 0;
  let batch: string[] = [];
  const checkBatch = async () => {
    const hashes = batch.flatMap((key) => hashOfKey(key) ?? []);
    const referred = new Set(await listFileKeys(database.read, hashes));
    for (const key of batch.filter((one) => !referred.has(one))) {
      await files.remove(key);
      removed++;
    }
    batch = [];
  };
  for await (const { key, about } of files.list(DOCUMENTS)) {
    if (hashOfKey(key) === undefined && !isOldTemporaryFile(key)) continue; // not ours
    const facts = await about();
    if (facts !== undefined && facts.modified < before) batch.push(key);
    if (batch.length === BATCH) await checkBatch();
  }
  await checkBatch();
  return removed;
}

export const documentSweep = ({ log, ...deps }: Pick<Platform, 'database' | 'files' | 'clock' | 'log'>): Job => ({
  name: 'document-sweep',
  every: hours(1),
  run: async () => {
    const removed = await sweepDocuments(deps, deps.clock.now() - ABANDONED_AFTER);
    if (removed > 0) log.info({ removed }, 'removed abandoned document files');
  },
});
