import type { Settings } from '../config/settings.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { FileStore } from './files.ts';
import { openFilesFolder } from './files-folder.ts';
import { folderStore } from './files-in-folder.ts';

type FileSettings = Pick<Settings, 'server' | 'files'>;

/**
 * The folder or the bucket of this store's files.
 * @throws Error that says what to do, if it is unavailable or belongs to another store
 */
export async function openFileStore(settings: FileSettings, database: Database, clock: Clock): Promise<FileStore> {
  if (settings.files.filesUrl === '') {
    const { check } = await openFilesFolder(settings, database, clock);
    return folderStore(settings.server.filesDir, check);
  }
  const { openBucket } = await import('./open-bucket.ts');
  return openBucket(settings, database, clock);
}
