import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '../kernel/app-error.ts';
import { epochOf } from '../kernel/clock.ts';
import { contentDisposition, fileNameOf } from './content-disposition.ts';
import type { ShownDocument } from './document.ts';
import { documentPath } from './document-files.ts';
import { documentErrors } from './documents-errors.ts';
import { judgeConditions } from './judge-conditions.ts';

/**
 * A reader that browsers put into a page of their own needs `object-src`, styles of its own and a frame. The bytes are a PDF
 * and nothing else (`nosniff` is on every answer), so there is nothing for a stricter policy to hold back.
 */
const POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'";

export interface WantedFile {
  readonly folder: string;
  readonly document: ShownDocument;
  readonly download: boolean;
  /** Whether caches on the way may keep it. They ask each time, so that a deleted document is gone. */
  readonly isPublic: boolean;
}

/**
 * Answers with the file of a document: tag and dates, conditions, one byte range (RFC 9110 §13, §14).
 * @throws AppError `documents.not_found` (404), `documents.changed` (412), `documents.range` (416)
 */
export async function sendDocument(reply: FastifyReply, wanted: WantedFile): Promise<FastifyReply> {
  const { method, headers } = reply.request;
  const { size, sha256, created_at } = wanted.document;
  const modified = Math.floor(epochOf(created_at) / 1000) * 1000;
  const etag = `"${sha256}"`;
  const judgement = judgeConditions(method, headers, { etag, modified, size });
  if (judgement.status === 412) throw new AppError(documentErrors['documents.changed']);
  if (judgement.status === 416)
    throw new AppError(documentErrors['documents.range'], { headers: { 'content-range': `bytes */${size}` } });
  const file = method === 'GET' && judgement.status !== 304 ? await openFile(wanted) : undefined;
  reply.headers(headersOf(wanted, etag, modified)).code(judgement.status);
  if (judgement.status === 304) return reply.send(method === 'HEAD' ? nothing() : undefined);
  const { first, last } = judgement.status === 206 ? judgement.range : { first: 0, last: size - 1 };
  if (judgement.status === 206) reply.header('content-range', `bytes ${first}-${last}/${size}`);
  reply.header('content-length', last - first + 1).type('application/pdf');
  return reply.send(file?.createReadStream({ start: first, end: last }) ?? nothing());
}

/** For HEAD: of an empty body the framework would say that the file has no bytes; of a stream it believes what is said. */
const nothing = () => Readable.from([]);

function headersOf({ document, download, isPublic }: WantedFile, etag: string, modified: number) {
  const name = `${fileNameOf(document.title)}.pdf`;
  return {
    etag,
    'last-modified': new Date(modified).toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': isPublic ? 'public, no-cache' : 'no-store',
    'content-disposition': contentDisposition(download ? 'attachment' : 'inline', name),
    'content-language': document.language,
    'content-security-policy': POLICY,
    'x-frame-options': 'SAMEORIGIN',
  };
}

/** The name is made of the hash alone. A link that somebody put in its place is not followed. */
async function openFile({ folder, document: { sha256, size } }: WantedFile): Promise<FileHandle> {
  const path = join(folder, documentPath(sha256));
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => undefined);
  const found = await file?.stat();
  if (file !== undefined && found?.isFile() && found.size === size) return file;
  await file?.close();
  throw new AppError(documentErrors['documents.not_found']);
}
