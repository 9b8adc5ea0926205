import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Db } from '../database/database.ts';
import { notOursIn, readFolderMark } from './files-folder.ts';
import { findMark } from './files-folder-store.ts';

/** Why folder or bucket are not those of this store's files, for people; changes nothing. */
export async function findForeignFiles(
  settings: Pick<Settings, 'server' | 'files'>,
  db: Db,
): Promise<string | undefined> {
  const { dataDir, filesDir } = settings.server;
  const mark = await findMark(db);
  if (mark === undefined) return undefined;
  if (settings.files.filesUrl !== '') return inBucket(settings, mark);
  if (filesDir === join(dataDir, 'files') || !existsSync(filesDir)) return undefined;
  const found = await readFolderMark(filesDir);
  return found === mark ? undefined : notOursIn(filesDir, mark, found);
}

async function inBucket(settings: Pick<Settings, 'server' | 'files'>, mark: string): Promise<string | undefined> {
  const { bucketOf, notOursAt, readBucketMark } = await import('./bucket-of.ts');
  const bucket = bucketOf(settings);
  const found = await readBucketMark(bucket).catch(() => mark); // told as a bucket that does not answer
  return found === mark ? undefined : notOursAt(bucket, mark, found);
}
