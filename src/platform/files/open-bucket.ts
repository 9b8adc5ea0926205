import type { Settings } from '../config/settings.ts';
import type { Database } from '../database/database.ts';
import { type Clock, nowOf } from '../kernel/clock.ts';
import { opaqueId } from '../kernel/ids.ts';
import { asItIs, type Bucket, bucketOf, notOursAt, readBucketMarker } from './bucket-of.ts';
import type { FileStore } from './files.ts';
import { MARK_FILE } from './files-folder.ts';
import { findMarker, keepMark } from './files-folder-store.ts';

/**
 * Verifies that bucket and prefix of `SVC_FILES_URL` are those of this store's files, by the same mark as in a folder. With a
 * wrong name uploads would be lost, and a sweep would remove another store's files.
 * @throws S3Failure, Error that says what to do
 */
export async function openBucket(
  settings: Pick<Settings, 'server' | 'files'>,
  database: Database,
  clock: Clock,
): Promise<FileStore> {
  const bucket = bucketOf(settings);
  const mark = (await findMarker(database.read)) ?? (await claim(bucket, database, clock));
  const check = async () => {
    const found = await readBucketMarker(bucket);
    if (found !== mark) throw new Error(notOursAt(bucket, mark, found));
  };
  await check();
  return { ...bucket, check };
}

/**
 * The database decides which mark the bucket gets, before it is put: nodes that start together put the same one, and an
 * interrupted start is completed later. A bucket with another mark belongs to another store.
 */
async function claim(bucket: Bucket, database: Database, clock: Clock): Promise<string> {
  const at = nowOf(clock);
  await keepMark(database, opaqueId(), at, 'claim');
  const mark = (await findMarker(database.read, 'claim')) ?? '';
  const found = await readBucketMarker(bucket);
  if (found === undefined) await bucket.put(MARK_FILE, Buffer.from(`${mark}\n`)).catch(asItIs);
  else if (found !== mark)
    throw new Error(
      `SVC_FILES_URL ${bucket.place} is another store's: it has a mark, ${MARK_FILE}, that this one does not know. If its files are yours after all, remove the mark`,
    );
  await keepMark(database, mark, at);
  return (await findMarker(database.read)) ?? mark;
}
