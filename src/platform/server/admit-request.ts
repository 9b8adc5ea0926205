import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { inWholeSeconds, minutes } from '../kernel/durations.ts';

/**
 * Ambiguous spellings: encoded slash, backslash, percent or NUL, an empty or dot segment. A proxy or handler might
 * resolve them; the gate decides by the text, so it accepts one spelling only.
 */
const AMBIGUOUS = /%2f|%5c|%25|%00|\\|\/\/|\/\.{1,2}(?:\/|$)|\/(?:%2e){1,2}(?:\/|$)|\/(?:\.%2e|%2e\.)(?:\/|$)/i;
const PATH_CHARACTERS = /^\/[\x21-\x7e]*$/;

/**
 * The decoded path of a request target in origin form (RFC 9112 §3.2.1); `undefined` for any other form, an ambiguous
 * path, or a NUL anywhere, which no store accepts. Decoding it again changes nothing, since `%25` is refused.
 */
export function pathOfTarget(target: string): string | undefined {
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  if (!PATH_CHARACTERS.test(path) || AMBIGUOUS.test(path) || target.includes('%00')) return undefined;
  return path.includes('%') ? decoded(path) : path;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * Lets pages of these origins call the API with a token; browsers block all others. No credentials: cookies of people
 * signed in elsewhere must not be sent.
 */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const listed = new Set(origins);
  server.register(cors, {
    // A callback: given a list, the plugin answers preflights of every origin.
    origin: (origin, decide) => decide(null, origin !== undefined && listed.has(origin)),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type'],
    exposedHeaders: ['Retry-After', 'X-Request-Id', 'Content-Disposition'],
    maxAge: inWholeSeconds(minutes(10)),
    strictPreflight: false, // it would refuse a plain OPTIONS with its own error body
  });
}

const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/i;

/**
 * Whether a request names its host as RFC 9112 §3.2 requires: once, as a name or an address. With two, a proxy before us may
 * use the other one. Node's own check is off: it checks less, silently keeps the first and has its own error body.
 */
export function namesOneHost({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion === '1.0';
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts === 1 && HOST.test(host);
}

/** Browsers and proxies wait for each answer. Node reads thousands of requests from a socket before it pauses it. */
const MOST_WAITING = 16;

/**
 * Whether too many requests wait for their answers on the connection of this one (RFC 9112 §9.3.2). Then the connection is
 * closed: one packet would otherwise hold the loop for half a second, and its answers take megabytes.
 */
export function pipelineLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const waiting = new WeakMap<Socket, number>();
  return ({ socket }, response) => {
    if (response.socket !== null) return false; // its turn already: Node gives the socket to one response at a time
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 0) - 1));
    if (count <= MOST_WAITING) return false;
    stopReading(socket);
    return true;
  };
}

/** Node's own, in no document: what its parser calls for each request. An answer of 2 ends parsing, as for a change of protocol. */
interface Parsed {
  readonly parser?: { onIncoming?: () => number } | null;
}

/**
 * Closes a connection at once. Node goes on to parse all that it has read, even from a closed connection: two thousand requests in
 * 64 KB, each as costly as an answered one, and a hundred such connections would hold the loop for seconds.
 */
function stopReading(socket: Socket & Parsed): void {
  if (socket.parser?.onIncoming !== undefined) socket.parser.onIncoming = () => 2;
  socket.destroy();
}
