import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Db } from '../database/database.ts';
import { asItIs, bucketOf, readBucketMarker } from './bucket-of.ts';
import { MARK_FILE, notOursIn, readFolderMark } from './files-folder.ts';
import { findMarker } from './files-folder-store.ts';
import { folderStore } from './files-in-folder.ts';
import { temporaryFileAt } from './temporary-files.ts';

type FileSettings = Pick<Settings, 'server' | 'files'>;

/** @throws Error if the bucket belongs to another store than the files in the folder */
export async function requireFillable(settings: FileSettings, folder: string): Promise<void> {
  const bucket = bucketOf(settings);
  const found = await readBucketMarker(bucket);
  if (found === undefined || found === (await findMarkerIn(folder))) return;
  throw new Error(`${bucket.place} is another store's: it has another mark than the backup. Name an empty prefix`);
}

/** Puts every file of a folder into the configured bucket, the mark last. Existing ones stay. */
export async function fillBucket(settings: FileSettings, folder: string): Promise<void> {
  const bucket = bucketOf(settings);
  const sizes = new Map<string, number | undefined>();
  for await (const { key, about } of bucket.list('')) sizes.set(key, (await about())?.size);
  const put = async (key: string) => bucket.put(key, await temporaryFileAt(join(folder, key))).catch(asItIs);
  const local = folderStore(folder, async () => {});
  for await (const { key, about } of local.list(''))
    if (key !== MARK_FILE && sizes.get(key) !== (await about())?.size) await put(key);
  if ((await findMarkerIn(folder)) !== undefined) await put(MARK_FILE);
}

async function findMarkerIn(folder: string): Promise<string | undefined> {
  const found = await folderStore(folder, async () => {}).read(MARK_FILE);
  return (
    found &&
    Buffer.concat(await found.body.toArray())
      .toString()
      .trim()
  );
}

/** Why folder or bucket are not those of this store's files, for people; changes nothing. */
export async function findForeignFiles(
  settings: Pick<Settings, 'server' | 'files'>,
  db: Db,
): Promise<string | undefined> {
  const { dataDir, filesDir } = settings.server;
  const mark = await findMarker(db);
  if (mark === undefined) return undefined;
  if (settings.files.filesUrl !== '') return inBucket(settings, mark);
  if (filesDir === join(dataDir, 'files') || !existsSync(filesDir)) return undefined;
  const found = await readFolderMark(filesDir);
  return found === mark ? undefined : notOursIn(filesDir, mark, found);
}

async function inBucket(settings: Pick<Settings, 'server' | 'files'>, mark: string): Promise<string | undefined> {
  const { bucketOf, notOursAt, readBucketMarker } = await import('./bucket-of.ts');
  const bucket = bucketOf(settings);
  const found = await readBucketMarker(bucket).catch(() => mark); // told as a bucket that does not answer
  return found === mark ? undefined : notOursAt(bucket, mark, found);
}
