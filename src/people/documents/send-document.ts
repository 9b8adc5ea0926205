import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileRange, OpenedFile } from '../../platform/files/files.ts';
import { evaluatePreconditions } from '../../platform/http/stored-file.ts';
import { streamWhileLive } from '../../platform/http/stream-while-live.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { epochOf } from '../../platform/kernel/clock.ts';
import { contentDisposition, fileNameOf } from './content-disposition.ts';
import type { ShownDocument } from './document.ts';
import { documentErrors } from './documents-errors.ts';

/**
 * Browsers' built-in PDF viewers need `object-src`, inline styles and frames. The bytes are always a PDF, and every response has
 * `nosniff`, so a stricter policy would protect nothing.
 */
const POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'";

export interface WantedFile {
  readonly read: (range: FileRange) => Promise<OpenedFile | undefined>;
  readonly document: ShownDocument;
  readonly download: boolean;
  /** Whether shared caches may store it. They must revalidate, so that a deleted document is gone. */
  readonly isPublic: boolean;
  /** Asked before each piece of a document that is not for everybody. @throws AppError when the caller's sign-in has ended */
  readonly requireLive: () => Promise<void>;
}

/**
 * Sends a document's file with tag and dates, preconditions and one byte range (RFC 9110 §13, §14).
 * @throws AppError `documents.not_found` (404), `documents.changed` (412), `documents.range` (416), `store.unavailable` (503)
 */
export async function sendDocument(reply: FastifyReply, wanted: WantedFile): Promise<FastifyReply> {
  const { method, headers } = reply.request;
  const { size, sha256, created_at } = wanted.document;
  const modified = Math.floor(epochOf(created_at) / 1000) * 1000;
  const etag = `"${sha256}"`;
  const outcome = evaluatePreconditions(method, headers, { etag, modified, size });
  if (outcome.status === 412) throw new AppError(documentErrors['documents.changed']);
  if (outcome.status === 416)
    throw new AppError(documentErrors['documents.range'], { headers: { 'content-range': `bytes */${size}` } });
  const range = outcome.status === 206 ? outcome.range : { first: 0, last: size - 1 };
  const body = method === 'GET' && outcome.status !== 304 ? await bodyOf(wanted, range) : undefined;
  reply.headers(headersOf(wanted, etag, modified)).code(outcome.status);
  if (outcome.status === 304) return reply.send();
  const { first, last } = range;
  if (outcome.status === 206) reply.header('content-range', `bytes ${first}-${last}/${size}`);
  reply.header('content-length', last - first + 1).type('application/pdf');
  return reply.send(body);
}

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

async function bodyOf({ read, document, requireLive }: WantedFile, range: FileRange): Promise<Readable> {
  const found = await read(range);
  if (found?.size === document.size)
    return document.visibility === 'public' ? found.body : bodyWhileLive(found.body, requireLive);
  found?.body.destroy();
  throw new AppError(documentErrors['documents.not_found']);
}

function bodyWhileLive(body: Readable, requireLive: () => Promise<void>): Readable {
  const live = streamWhileLive(body, requireLive);
  live.once('close', () => body.destroy()); // or the file would stay open when the reader leaves before the first byte
  return live;
}
