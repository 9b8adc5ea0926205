import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
