import { createHash, hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { drained, keyIn, textIn } from './files-in-bucket.ts';
import type { S3Client, S3Request } from './s3-client.ts';
import { readShortText, S3Failure } from './s3-failure.ts';

/** 10,000 parts, the maximum of S3, make 625 GB. */
const PART = 64 * 1024 * 1024;
const MOST_PARTS = 10_000;

/** One object, written piece by piece. It appears atomically once `complete` has resolved. Methods throw S3Failure. */
export interface LargeUpload {
  write(piece: Buffer): Promise<void>;
  complete(): Promise<void>;
  /** Aborts an incomplete upload. */
  abort(): Promise<void>;
}

interface Options {
  /** A file for the current part, so that the disk needs room for one part instead of the whole object. */
  readonly temporary: string;
  readonly partSize?: number;
}

/** In several parts (multipart), or as one object if it fits into a part. */
export function largeUpload(send: S3Client, key: string, { temporary, partSize = PART }: Options): LargeUpload {
  const tags: string[] = [];
  let id: string | undefined;
  let part: OpenPart | undefined;
  const sendPart = async (full: OpenPart) => {
    if (tags.length === MOST_PARTS)
      throw new Error(`${key} would be longer than ${MOST_PARTS} parts of ${partSize} bytes`);
    id ??= textIn(await send({ method: 'POST', key, query: { uploads: '' } }).then(readShortText), 'UploadId');
    const query = { partNumber: String(tags.length + 1), uploadId: id };
    const answer = await send({ method: 'PUT', key, query, ...(await full.close()) });
    await drained(answer);
    tags.push(answer.headers.etag ?? '');
    part = undefined;
  };
  return {
    write: async (piece) => {
      for (let rest = piece; rest.length > 0; ) {
        part ??= await openPart(temporary);
        const fitting = rest.subarray(0, partSize - part.size());
        await part.add(fitting);
        rest = rest.subarray(fitting.length);
        if (part.size() === partSize) await sendPart(part);
      }
    },
    complete: async () => {
      if (id === undefined) {
        const only = part ?? (await openPart(temporary));
        await send({ method: 'PUT', key, ...(await only.close()) }).then(drained);
      } else {
        if (part !== undefined) await sendPart(part);
        await completeParts(send, key, { id, tags });
      }
      [id, part] = [undefined, undefined];
    },
    abort: async () => {
      await part?.discard();
      if (id !== undefined) await abortUpload(send, key, id);
      [id, part] = [undefined, undefined];
    },
  };
}

/** Aborts uploads with this key prefix that a killed process left: they take room and are in no list of objects. */
export async function abortUploads(send: S3Client, place: { prefix: string }, begins: string): Promise<void> {
  const query = { uploads: '', prefix: place.prefix + begins, 'encoding-type': 'url' };
  const page = await send({ method: 'GET', key: '', query }).then(readShortText);
  for (const [, entry = ''] of page.matchAll(/<Upload>(.*?)<\/Upload>/gs))
    await abortUpload(send, keyIn(entry).slice(place.prefix.length), textIn(entry, 'UploadId'));
}

const abortUpload = (send: S3Client, key: string, uploadId: string): Promise<void> =>
  send({ method: 'DELETE', key, query: { uploadId } }).then(drained).catch(unlessEnded);

async function completeParts(send: S3Client, key: string, { id, tags }: { id: string; tags: readonly string[] }) {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  );
  const bytes = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const content = { bytes, size: bytes.length, sha256: hash('sha256', bytes) };
  // If the request was repeated because its answer was lost, the upload may have ended already; reading the object shows it.
  const answer = await send({ method: 'POST', key, query: { uploadId: id }, content }).catch(unlessEnded);
  const text = answer === undefined ? '' : await readShortText(answer);
  // The server sends 200 before it knows the result.
  if (text.includes('<Error>')) throw new S3Failure(`POST ${key}`, { status: 200, code: textIn(text, 'Code') });
}

function unlessEnded(error: unknown): undefined {
  if (!(error instanceof S3Failure && error.status === 404 && error.code === 'NoSuchUpload')) throw error;
}

const escaped = (tag: string): string => tag.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface OpenPart {
  size(): number;
  add(piece: Buffer): Promise<void>;
  /** Buckets with object lock require this digest too. */
  close(): Promise<Required<Pick<S3Request, 'content' | 'headers'>>>;
  discard(): Promise<void>;
}

async function openPart(path: string): Promise<OpenPart> {
  const file = await open(path, 'w', 0o600);
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  let size = 0;
  return {
    size: () => size,
    add: async (piece) => {
      await file.writeFile(piece);
      sha256.update(piece);
      md5.update(piece);
      size += piece.length;
    },
    close: async () => {
      await file.close();
      return {
        content: { path, size, sha256: sha256.digest('hex') },
        headers: { 'content-md5': md5.digest('base64') },
      };
    },
    discard: () => file.close(),
  };
}
