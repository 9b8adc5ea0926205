import { isStoreUnavailable } from '../../platform/database/store-errors.ts';
import type { Draft } from '../../platform/files/drafts.ts';
import type { DocumentDeps } from './document-deps.ts';
import { freshKey } from './document-files.ts';
import { findFileKey, type PutFile } from './document-files-store.ts';

/**
 * Stores a draft under a new key, then lets `enter` refer to it in a transaction and return the key that the content has. The
 * file store is not called inside that transaction, and a concurrent removal of the same content concerns another key. A crash
 * leaves a file that the sweep removes.
 */
export async function putContent<Result extends { readonly key: string }>(
  { database, files, log }: DocumentDeps,
  draft: Draft,
  enter: (put: PutFile) => Promise<Result>,
): Promise<Result> {
  const key = freshKey(draft.sha256);
  const known = await findFileKey(database.read, draft.sha256);
  const lost = known !== undefined && !(await isThere(files, known)) ? known : undefined;
  await files.put(key, draft, 'group');
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
