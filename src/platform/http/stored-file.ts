import type { FastifyReply } from 'fastify';
import type { FileRange, OpenedFile } from '../files/files.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Milliseconds } from '../kernel/durations.ts';

/** The current version of a resource (RFC 9110 §3.2). */
interface Representation {
  /** A strong validator in quotes (RFC 9110 §8.8.3). */
  readonly etag: string;
  /** Milliseconds since 1970, whole seconds. */
  readonly modified: number;
  readonly size: number;
}

/** First and last byte, inclusive (RFC 9110 §14.1.2). */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

type ConditionOutcome =
  | { readonly status: 200 | 304 | 412 | 416 }
  | { readonly status: 206; readonly range: ByteRange };

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The response to a GET or HEAD, in the order of RFC 9110 §13.2.2. `Range` applies to GET only (§14.2). */
export function evaluatePreconditions(method: string, headers: Headers, now: Representation): ConditionOutcome {
  const field = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
  const match = field('if-match');
  if (match !== undefined ? !names(match, now.etag, 'strong') : isBefore(field('if-unmodified-since'), now.modified))
    return { status: 412 };
  const noneMatch = field('if-none-match');
  if (noneMatch !== undefined ? names(noneMatch, now.etag, 'weak') : !isAfter(field('if-modified-since'), now.modified))
    return { status: 304 };
  const range = field('range');
  if (method !== 'GET' || range === undefined || !holds(field('if-range'), now.etag)) return { status: 200 };
  return evaluateRange(range, now.size);
}

/** A list of entity tags, or `*`. Strong comparison ignores weak tags (§8.8.3.2). */
function names(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (comparison === 'weak' && tag === `W/${etag}`));
}

/** True when the file changed after that date; an unparsable date is ignored (§13.1.4). */
const isBefore = (date: string | undefined, modified: number): boolean => Date.parse(date ?? '') < modified;

/** True unless the date shows that the client's copy is current (§13.1.3). */
const isAfter = (date: string | undefined, modified: number): boolean => !(Date.parse(date ?? '') >= modified);

/**
 * Compares only the tag: a date in seconds cannot tell apart two versions of a file stored within a second (§13.1.5). A
 * client that sends a date gets the whole file, which is always right.
 */
const holds = (ifRange: string | undefined, etag: string): boolean => ifRange === undefined || ifRange.trim() === etag;

/**
 * Serves a single range. Several ranges may be ignored (§14.2), and are: no PDF reader sends them, and many small parts are a
 * known denial of service (§17.15).
 */
function evaluateRange(field: string, size: number): ConditionOutcome {
  const found = /^bytes=(\d*)-(\d*)$/i.exec(field.replace(/\s+/g, ''));
  const [from, to] = [found?.[1] ?? '', found?.[2] ?? ''];
  if (found === null || (from === '' && to === '') || (from !== '' && to !== '' && Number(to) < Number(from)))
    return { status: 200 };
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? { status: 416 } : { status: 206, range: { first, last } };
}

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
  if (found === undefined) throw new AppError('request.not_found');
  return found;
}
