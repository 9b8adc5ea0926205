import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Milliseconds } from '../kernel/durations.ts';

const limits = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Limits the time a body may take, like Node's `requestTimeout` but per request: through the same event, so that the
 * client gets the same 408. Node's own limit is that of the longest permitted body.
 */
export function limitBodyTime(server: Server, request: IncomingMessage, within: Milliseconds): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && Number(length ?? 0) === 0) return;
  if (!(request.socket instanceof Socket)) return; // injected by a test: already complete, and never closed
  const cut = () => {
    if (request.complete || request.socket.destroyed) return;
    const error = Object.assign(new Error('The body did not come in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, request.socket);
  };
  const timer = setTimeout(cut, within).unref();
  limits.set(request, timer);
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

/** For an authenticated upload, which may take minutes on a slow connection. A silent connection is still closed. */
export const allowLongBody = (request: IncomingMessage): void => clearTimeout(limits.get(request));
