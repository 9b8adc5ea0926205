import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InvalidRequest } from '../http/request-refusal.ts';
import { AppError } from '../kernel/app-error.ts';

const DEEPEST = 20;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Parses JSON bodies strictly. An empty body counts as none, whatever its content type; a non-empty one of another type
 * is 415; malformed JSON or UTF-8, NUL and lone surrogates are 422.
 */
export function readJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseJson(body),
  );
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    if (body.length > 0) throw new AppError('request.media_type');
    return undefined;
  });
}

/** The framework would refuse an unknown content type even without a body. */
export function forgetTypeOfNothing({ headers }: FastifyRequest): void {
  if (headers['content-type'] === undefined) return;
  const length = headers['content-length'];
  if ((length === undefined || length === '0') && headers['transfer-encoding'] === undefined)
    delete headers['content-type'];
}

/** Accepts bodies of this scope as JSON or as a form, each member once (RFC 6749 §3.1). */
export function readFormBodies(scope: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  scope.addContentTypeParser(type, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => parseForm(body));
}

function parseForm(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const members = new URLSearchParams(body.toString('latin1')); // anything else is percent-encoded
  const names = new Set<string>();
  for (const name of members.keys()) {
    if (names.has(name))
      throw new InvalidRequest([{ loc: ['body', name], msg: 'Ovo je polje poslano više puta.', type: 'repeated' }]);
    names.add(name);
  }
  const value = Object.fromEntries(members);
  refuseUnsafe(value, ['body'], DEEPEST);
  return value;
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(body));
  } catch (cause) {
    throw new InvalidRequest(
      [{ loc: ['body'], msg: 'Tijelo zahtjeva nije ispravan JSON.', type: 'json_invalid' }],
      cause,
    );
  }
  refuseUnsafe(value, ['body'], DEEPEST);
  return value;
}

/**
 * A member `__proto__` would reach objects built from the body; no client of ours sends it. 64 KB may hold 30,000 members: the path to
 * the one at hand is kept in one list.
 */
function refuseUnsafe(value: unknown, path: (string | number)[], depth: number): void {
  if (typeof value === 'string' && isUnsafe(value)) throw unsafe(path);
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0)
    throw new InvalidRequest([
      { loc: path.slice(0, 2).map(String), msg: 'Podaci su preduboko ugniježđeni.', type: 'too_deep' },
    ]);
  for (const [key, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (typeof key === 'string' && (isUnsafe(key) || key === '__proto__')) throw unsafe(path);
    path.push(key);
    refuseUnsafe(member, path, depth - 1);
    path.pop();
  }
}

const isUnsafe = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

const unsafe = (path: readonly (string | number)[]) =>
  new InvalidRequest([{ loc: path.map(String), msg: 'Tekst sadrži nedopuštene znakove.', type: 'text_unsafe' }]);
