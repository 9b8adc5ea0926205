import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../config/settings.ts';
import { filesAddress } from '../config/storage-settings.ts';
import { AppError } from '../kernel/app-error.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import type { Secret } from '../kernel/secret.ts';
import type { FileRange, FileStore } from './files.ts';
import { MARK_FILE } from './files-folder.ts';
import { s3Store } from './files-in-bucket.ts';
import type { S3Place } from './s3-client.ts';
import { mayPass, readShortText, S3Failure } from './s3-failure.ts';

/** Without having checked its owner. */
export type Bucket = Omit<FileStore, 'check'>;

/** The bucket of `SVC_FILES_URL`; sends no request yet. */
export const bucketOf = ({ server, files }: Pick<Settings, 'server' | 'files'>): Bucket =>
  s3Store(s3Place(files.filesUrl, files.filesAccessKey, files.filesSecretKey), join(server.dataDir, 'incoming'));

/** From settings that were validated. */
export function s3Place(url: string, accessKey: Secret | undefined, secretKey: Secret | undefined): S3Place {
  const address = filesAddress(url);
  if (address === undefined || accessKey === undefined || secretKey === undefined)
    throw new Error('The settings of the bucket were not checked');
  return { ...address, accessKey, secretKey };
}

/** @throws S3Failure */
export async function readBucketMarker(bucket: Bucket): Promise<string | undefined> {
  const found = await bucket.read(MARK_FILE).catch(asItIs);
  return found && (await readShortText(found.body)).trim();
}

/** For the operator: the bucket's answer. */
export function asItIs(error: unknown): never {
  throw error instanceof AppError && error.cause instanceof S3Failure ? error.cause : error;
}

export const notOursAt = ({ place }: Bucket, mark: string, found: string | undefined): string =>
  `SVC_FILES_URL ${place} ${found === undefined ? 'lacks the mark of the place' : 'has the mark of another place than the one'} ` +
  `that this store's files are in. If you have moved the files there, put ${mark} into ${MARK_FILE}`;

const PAUSES: readonly Milliseconds[] = [seconds(1), seconds(2), seconds(4)];

/**
 * Reads part of an object; if the connection breaks, continues there on a new one.
 * @throws S3Failure; Error when several connections in a row yield nothing
 */
export async function* resumedRead(bucket: Bucket, key: string, { first, last }: FileRange): AsyncGenerator<Buffer> {
  let next = first;
  for (let failures = 0; next <= last; ) {
    try {
      const found = await bucket.read(key, { first: next, last }).catch(asItIs);
      if (found === undefined) throw new S3Failure(`GET ${bucket.place}${key}`, { status: 404, code: 'NoSuchKey' });
      for await (const piece of found.body as AsyncIterable<Buffer>) {
        next += piece.length;
        failures = 0;
        yield piece;
      }
    } catch (error) {
      const wait = PAUSES[failures++];
      if (wait === undefined || (error instanceof S3Failure && !mayPass(error))) throw error;
      await pause(wait);
    }
  }
}
