import type { FastifyReply } from 'fastify';
import type { FileRange, OpenedFile } from '../files/files.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { evaluatePreconditions } from './evaluate-preconditions.ts';
import { requestErrors } from './http-errors.ts';

export interface StoredFile {
  readonly read: (range?: FileRange) => Promise<OpenedFile | undefined>;
  /** Strong, in quotes. */
  readonly etag: string;
  readonly modified: Milliseconds;
  readonly mediaType: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends a file whose content never changes, with entity tag, date and support for a single byte range. A range outside the
 * file gets the whole file (RFC 9110 §14.2).
 * @throws AppError `request.not_found` (404), `store.unavailable` (503)
 */
export async function sendStoredFile(
  reply: FastifyReply,
  { read, etag, modified, mediaType, headers }: StoredFile,
): Promise<FastifyReply> {
  const whole = await opened(read);
  const { size } = whole;
  const { method, headers: asked } = reply.request;
  const conditions = Object.fromEntries(CONDITIONS.map((name) => [name, asked[name]]));
  const date = Math.floor(modified / 1000) * 1000;
  const outcome = evaluatePreconditions(method, conditions, { etag, modified: date, size });
  reply.headers({ ...headers, etag, 'last-modified': new Date(date).toUTCString(), 'accept-ranges': 'bytes' });
  if (outcome.status === 206) {
    whole.body.destroy();
    const { first, last } = outcome.range;
    const { body } = await opened(read, outcome.range);
    reply.code(206).headers({ 'content-range': `bytes ${first}-${last}/${size}`, 'content-length': last - first + 1 });
    return reply.type(mediaType).send(body);
  }
  const isSent = method === 'GET' && outcome.status !== 304;
  if (!isSent) whole.body.destroy();
  if (outcome.status === 304) return reply.code(304).send();
  return reply
    .code(200)
    .header('content-length', size)
    .type(mediaType)
    .send(isSent ? whole.body : undefined);
}

const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-range', 'range'];

async function opened(read: StoredFile['read'], range?: FileRange): Promise<OpenedFile> {
  const found = await read(range);
  if (found === undefined) throw new AppError(requestErrors['request.not_found']);
  return found;
}
