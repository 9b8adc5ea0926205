import { join } from 'node:path';
import type { Settings } from '../../platform/config/settings.ts';
import { asItIs, type Bucket, resumedRead, s3Place } from '../../platform/files/bucket-of.ts';
import { s3Store } from '../../platform/files/files-in-bucket.ts';
import { abortUploads, largeUpload } from '../../platform/files/large-upload.ts';
import { s3Client } from '../../platform/files/s3-client.ts';
import { S3Failure } from '../../platform/files/s3-failure.ts';
import { type BackupTarget, type KeptBackup, newestFirst } from './backup-target.ts';
import { journalsInBucket } from './journals-in-bucket.ts';
import type { SealedSource } from './sealed-file.ts';

const PREFIX = 'iskaznica-';

/**
 * Backups in a bucket. A backup appears once its last part is uploaded, and is removed again if it cannot be read back. This node
 * stores one part at a time.
 */
export function bucketTarget({ server, backup }: Pick<Settings, 'server' | 'backup'>, partSize?: number): BackupTarget {
  const place = s3Place(backup.backupUrl, backup.backupAccessKey, backup.backupSecretKey);
  const bucket = s3Store(place, join(server.dataDir, 'incoming'));
  const send = s3Client(place);
  const open = async (name: string) => sourceIn(bucket, name, await sizeIn(bucket, name));
  return {
    place: bucket.place,
    list: () => listBackups(bucket),
    open,
    make: async (name, { scratch, write, check }) => {
      await abortUploads(send, place, PREFIX);
      const upload = largeUpload(send, name, { draft: join(scratch, 'part'), ...(partSize && { partSize }) });
      try {
        await write(upload.write);
        await upload.complete();
        const made = await open(name);
        await check(made);
        return { name, bytes: made.size };
      } catch (error) {
        // If the server is unavailable, the next run aborts the upload. A backup that stays is complete, but was not read back.
        await upload.abort().catch(() => {});
        await bucket.remove(name).catch(() => {});
        throw error;
      }
    },
    remove: (name) => bucket.remove(name).catch(asItIs),
    look: async () => {
      await listBackups(bucket);
      return 'there';
    },
    journals: journalsInBucket(bucket),
  };
}

async function listBackups(bucket: Bucket): Promise<KeptBackup[]> {
  const found: KeptBackup[] = [];
  try {
    for await (const { key: name, about } of bucket.list(PREFIX))
      found.push({ name, bytes: (await about())?.size ?? 0 });
  } catch (error) {
    asItIs(error);
  }
  return newestFirst(found);
}

async function sizeIn(bucket: Bucket, name: string): Promise<number> {
  const found = await bucket.read(name, { first: 0, last: 0 }).catch(asItIs);
  if (found === undefined) throw new S3Failure(`GET ${bucket.place}${name}`, { status: 404, code: 'NoSuchKey' });
  found.body.destroy();
  return found.size;
}

const sourceIn = (bucket: Bucket, name: string, size: number): SealedSource => ({
  size,
  bytes: (first, last) => resumedRead(bucket, name, { first, last }),
});
