import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileRange, OpenedFile } from '../../platform/files/files.ts';
import { evaluatePreconditions } from '../../platform/http/stored-file.ts';
import { streamWhileLive } from '../../platform/http/stream-while-live.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { epochOf } from '../../platform/kernel/clock.ts';
import type { ListedDocument } from './document.ts';

/**
 * Browsers' built-in PDF viewers need `object-src`, inline styles and frames. The bytes are always a PDF, and every response has
 * `nosniff`, so a stricter policy would protect nothing.
 */
const POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'";

export interface FileRequest {
  readonly read: (range: FileRange) => Promise<OpenedFile | undefined>;
  readonly document: ListedDocument;
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
export async function sendDocument(reply: FastifyReply, wanted: FileRequest): Promise<FastifyReply> {
  const { method, headers } = reply.request;
  const { size, sha256, created_at } = wanted.document;
  const modified = Math.floor(epochOf(created_at) / 1000) * 1000;
  const etag = `"${sha256}"`;
  const outcome = evaluatePreconditions(method, headers, { etag, modified, size });
  if (outcome.status === 412) throw new AppError('documents.changed');
  if (outcome.status === 416)
    throw new AppError('documents.range', { headers: { 'content-range': `bytes */${size}` } });
  const range = outcome.status === 206 ? outcome.range : { first: 0, last: size - 1 };
  const body = method === 'GET' && outcome.status !== 304 ? await bodyOf(wanted, range) : undefined;
  reply.headers(headersOf(wanted, etag, modified)).code(outcome.status);
  if (outcome.status === 304) return reply.send();
  const { first, last } = range;
  if (outcome.status === 206) reply.header('content-range', `bytes ${first}-${last}/${size}`);
  reply.header('content-length', last - first + 1).type('application/pdf');
  return reply.send(body);
}

function headersOf({ document, download, isPublic }: FileRequest, etag: string, modified: number) {
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

async function bodyOf({ read, document, requireLive }: FileRequest, range: FileRange): Promise<Readable> {
  const found = await read(range);
  if (found?.size === document.size)
    return document.visibility === 'public' ? found.body : bodyWhileLive(found.body, requireLive);
  found?.body.destroy();
  throw new AppError('documents.not_found');
}

function bodyWhileLive(body: Readable, requireLive: () => Promise<void>): Readable {
  const live = streamWhileLive(body, requireLive);
  live.once('close', () => body.destroy()); // or the file would stay open when the reader leaves before the first byte
  return live;
}

const COMBINING_MARKS = /\p{M}+/gu;
/** Characters that file systems refuse, that could hide an extension (format characters), and that end a line. */
const UNFIT = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
const LONGEST = 120;
/** Device names on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A file name for a title, without extension; never empty, hidden or in another folder. */
export function fileNameOf(title: string): string {
  const name = [...title.normalize('NFC').replace(UNFIT, ' ').replace(/\s+/g, ' ')]
    .slice(0, LONGEST)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (name === '') return 'dokument';
  return DEVICE.test(name) ? `dokument ${name}` : name;
}

/**
 * `Content-Disposition` with the name twice (RFC 6266 §4.3, appendix D): ASCII for old clients, and in full as UTF-8
 * (RFC 8187).
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = asAscii(name).replace(/["\\%]/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extended(name)}`;
}

const asAscii = (name: string): string =>
  name
    .normalize('NFD')
    .replace(COMBINING_MARKS, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D')
    .replace(/[^\x20-\x7e]/gu, '_');

/** `encodeURIComponent` leaves three characters that RFC 8187 §3.2.1 does not allow. */
const extended = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
