import { hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskRefusal } from './durable-writes.ts';
import type { FileRange, FileStore, IsEnough, ListedFile, OpenedFile } from './files.ts';
import { type S3Client, type S3Place, s3Client } from './s3-client.ts';
import { readShortText, S3Failure, wholeBody } from './s3-failure.ts';
import { temporaryFiles } from './temporary-files.ts';

/**
 * Files in a bucket. Objects appear atomically and are immediately visible to everybody (as in S3 since 2020), and no key is put
 * twice, so conditional requests, which some servers ignore, are not needed.
 */
export function s3Store(place: S3Place, temporaryFolder: string): Omit<FileStore, 'check'> {
  const send = s3Client(place);
  const { holding, copyPath, sweep } = temporaryFiles(temporaryFolder);
  const read: FileStore['read'] = (key, range) => openObject(send, key, range).catch(diskRefusal);
  return {
    place: `s3://${place.bucket}/${place.prefix}`,
    withTemporaryFiles: holding,
    sweepTemporaryFiles: sweep,
    put: async (key, content) => {
      const wanted = Buffer.isBuffer(content)
        ? { bytes: content, size: content.length, sha256: hash('sha256', content) }
        : content;
      await send({ method: 'PUT', key, content: wanted }).then(drained).catch(diskRefusal);
    },
    read,
    local: async (key, isEnough) => {
      const found = await read(key);
      if (found === undefined) throw Object.assign(new Error(`There is no ${key}`), { code: 'ENOENT' });
      const path = await copyPath();
      const release = () => rm(path, { force: true });
      try {
        await pipeline(upTo(found.body, isEnough), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      } catch (error) {
        await release();
        diskRefusal(error);
      }
      return { path, release };
    },
    remove: (key) => send({ method: 'DELETE', key }).then(drained).catch(unlessMissing).catch(diskRefusal),
    list: (prefix) => listObjects(send, place, prefix),
  };
}

async function* upTo(body: AsyncIterable<Buffer>, isEnough: IsEnough = () => false): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    yield piece;
    if (isEnough(piece)) return;
  }
}

async function openObject(send: S3Client, key: string, range?: FileRange): Promise<OpenedFile | undefined> {
  const asked = range && `bytes=${range.first}-${range.last}`;
  const answer = await send({ method: 'GET', key, range: asked }).catch(unlessMissing);
  if (answer === undefined) return undefined;
  const { statusCode: status = 0, headers } = answer;
  const length = Number(headers['content-length'] ?? Number.NaN);
  const size =
    range === undefined ? length : Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN);
  const last = Math.min(range?.last ?? size, size - 1);
  // Some servers send more than the range, or ignore it.
  const isIt = range === undefined || headers['content-range'] === `bytes ${range.first}-${last}/${size}`;
  if (!Number.isSafeInteger(length) || !Number.isSafeInteger(size) || !isIt) {
    answer.destroy();
    throw new S3Failure(`GET ${key}`, { status, code: 'another range than the one asked for' });
  }
  const body = Readable.from(wholeBody(answer, length), { objectMode: false });
  body.once('close', () => answer.destroy()); // even if nobody began to read
  return { size, body };
}

async function* listObjects(send: S3Client, place: S3Place, prefix: string): AsyncGenerator<ListedFile> {
  let after: string | undefined;
  do {
    const page = await listPage(send, place.prefix + prefix, after).catch(diskRefusal);
    for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const facts = { size: Number(textIn(entry, 'Size')), modified: Date.parse(textIn(entry, 'LastModified')) };
      yield { key: keyIn(entry).slice(place.prefix.length), about: async () => facts };
    }
    after = textIn(page, 'IsTruncated') === 'true' ? textIn(page, 'NextContinuationToken') : undefined;
  } while (after);
}

const listPage = (send: S3Client, prefix: string, after: string | undefined): Promise<string> =>
  send({
    method: 'GET',
    key: '',
    query: {
      'list-type': '2',
      prefix,
      'encoding-type': 'url', // since a key may contain any character
      ...(after && { 'continuation-token': after }),
    },
  }).then(readShortText);

export const keyIn = (entry: string): string => decodeURIComponent(textIn(entry, 'Key').replaceAll('+', '%20'));

export const textIn = (xml: string, name: string): string => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replace(/&(?:quot|apos|lt|gt|amp|#\d{1,5});/g, (entity) => ENTITIES[entity] ?? characterOf(entity));
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};
const characterOf = (entity: string): string => String.fromCodePoint(Number(entity.slice(2, -1)));

/** So that the connection can be used again. */
export async function drained(answer: Readable): Promise<void> {
  await readShortText(answer);
}

/** A missing bucket is an error; a missing file is not. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof S3Failure && error.status === 404 && error.code === 'NoSuchKey')) throw error;
}
