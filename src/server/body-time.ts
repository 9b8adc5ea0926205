import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Milliseconds } from '../kernel/durations.ts';

const limits = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Cuts a request whose body is not here in time, as Node.js itself does for all alike (`requestTimeout`): through the same
 * event, so that the client reads the same 408. Node's own limit is that of the longest body there is.
 */
export function limitBodyTime(server: Server, request: IncomingMessage, within: Milliseconds): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && Number(length ?? 0) === 0) return;
  if (!(request.socket instanceof Socket)) return; // put in without a line: it is here already, and never ends
  const cut = () => {
    if (request.complete || request.socket.destroyed) return;
    const error = Object.assign(new Error('The body did not come in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, request.socket);
  };
  const timer = setTimeout(cut, within).unref();
  limits.set(request, timer);
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

/** For whoever has shown a token and sends a file: a slow line may take minutes. A silent one is closed nevertheless. */
export const allowLongBody = (request: IncomingMessage): void => clearTimeout(limits.get(request));
