import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../platform/config/settings.ts';
import { asItIs, type Bucket, resumedRead, s3Place } from '../../platform/files/bucket-of.ts';
import { s3Store } from '../../platform/files/files-in-bucket.ts';
import { abortUploads, largeUpload } from '../../platform/files/large-upload.ts';
import { s3Client } from '../../platform/files/s3-client.ts';
import { S3Failure } from '../../platform/files/s3-failure.ts';
import { temporaryFileAt } from '../../platform/files/temporary-files.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import {
  type BackupTarget,
  type JournalCopies,
  journalCopyName,
  type KeptBackup,
  ledgerCopyName,
  newestFirst,
} from './backup-target.ts';
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
      const upload = largeUpload(send, name, { temporary: join(scratch, 'part'), ...(partSize && { partSize }) });
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
    check: async () => {
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

/** Most objects for each node, all of which a restore reads; then a new copy of the whole journal is begun. */
const MOST_PIECES = 500;
const DIGITS = 6;

/**
 * Nothing can be appended to an object, so a copy of a journal is a series of objects: the whole journal at some time, then what
 * was appended to it. A new copy is put beside the old one, which is then removed starting from its end. So at any moment each
 * series is the beginning of a valid journal.
 */
function journalsInBucket(bucket: Bucket): JournalCopies {
  let row: { readonly id: string; pieces: number } | undefined;
  const put = (key: string, content: Parameters<Bucket['put']>[1]) => bucket.put(key, content).catch(asItIs);
  const begin = async (name: string, path: string) => {
    const id = opaqueId();
    await put(pieceKey(name, id, 0), await temporaryFileAt(path));
    for (const { key } of (await objectsIn(bucket, `journal-${name}.`)).reverse())
      if (!key.startsWith(`journal-${name}.${id}.`)) await bucket.remove(key).catch(asItIs);
    row = { id, pieces: 1 };
  };
  return {
    journal: async (name, path, appended) => {
      const current = row;
      if (appended === undefined || current === undefined || current.pieces === MOST_PIECES) return begin(name, path);
      row = undefined; // if the put fails, it is unknown whether the object exists
      await put(pieceKey(name, current.id, current.pieces), Buffer.from(appended));
      row = { id: current.id, pieces: current.pieces + 1 };
    },
    ledger: async (name, path) => put(ledgerCopyName(name), await temporaryFileAt(path)),
    collect: async (scratch) => {
      for (const { key, size } of await objectsIn(bucket, 'erasures-'))
        await writeFile(join(scratch, key), resumedRead(bucket, key, { first: 0, last: size - 1 }));
      for (const { key, size } of await objectsIn(bucket, 'journal-')) {
        const [, row] = /^journal-([\w-]+\.[\w-]+)\.\d+\.jsonl$/.exec(key) ?? [];
        if (row === undefined) continue;
        const to = join(scratch, journalCopyName(row.replace('.', '-')));
        await writeFile(to, resumedRead(bucket, key, { first: 0, last: size - 1 }), { flag: 'a' });
      }
      return scratch;
    },
  };
}

const pieceKey = (name: string, id: string, piece: number): string =>
  `journal-${name}.${id}.${String(piece).padStart(DIGITS, '0')}.jsonl`;

/** Sorted by name. */
async function objectsIn(bucket: Bucket, prefix: string): Promise<{ key: string; size: number }[]> {
  const objects: { key: string; size: number }[] = [];
  try {
    for await (const { key, about } of bucket.list(prefix)) objects.push({ key, size: (await about())?.size ?? 0 });
  } catch (error) {
    asItIs(error);
  }
  return objects.sort((one, other) => (one.key < other.key ? -1 : 1));
}
