import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { asItIs, bucketOf, readBucketMark } from './bucket-of.ts';
import { draftAt } from './draft-at.ts';
import { MARK_FILE } from './files-folder.ts';
import { folderStore } from './files-in-folder.ts';

type FileSettings = Pick<Settings, 'server' | 'files'>;

/** @throws Error if the bucket belongs to another store than the files in the folder */
export async function requireFillable(settings: FileSettings, folder: string): Promise<void> {
  const bucket = bucketOf(settings);
  const found = await readBucketMark(bucket);
  if (found === undefined || found === (await markIn(folder))) return;
  throw new Error(`${bucket.place} is another store's: it has another mark than the backup. Name an empty prefix`);
}

/** Puts every file of a folder into the configured bucket, the mark last. Existing ones stay. */
export async function fillBucket(settings: FileSettings, folder: string): Promise<void> {
  const bucket = bucketOf(settings);
  const sizes = new Map<string, number | undefined>();
  for await (const { key, about } of bucket.list('')) sizes.set(key, (await about())?.size);
  const put = async (key: string) => bucket.put(key, await draftAt(join(folder, key))).catch(asItIs);
  const local = folderStore(folder, async () => {});
  for await (const { key, about } of local.list(''))
    if (key !== MARK_FILE && sizes.get(key) !== (await about())?.size) await put(key);
  if ((await markIn(folder)) !== undefined) await put(MARK_FILE);
}

async function markIn(folder: string): Promise<string | undefined> {
  const found = await folderStore(folder, async () => {}).read(MARK_FILE);
  return (
    found &&
    Buffer.concat(await found.body.toArray())
      .toString()
      .trim()
  );
}
