import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Milliseconds, seconds } from '../kernel/durations.ts';

/** Clients that keep a connection open send their next request within it, or risk that an idle connection is closed. */
const RETIRE_WITHIN: Milliseconds = seconds(10);
const LOOK_EVERY: Milliseconds = 50;

/**
 * Hands a server's callers over to another process on the same port. It takes no new connection and refuses nothing: each
 * request is answered, and its connection ends with that answer, so that the next one goes elsewhere. Resolves when no connection
 * is left, or after a while.
 */
export async function retireServer({ server }: FastifyInstance, within = RETIRE_WITHIN): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  // Of an HTTP server it would cut idle connections, over which the next request may be on its way.
  Server.prototype.close.call(server);
  const until = performance.now() + within;
  while (performance.now() < until && (await connectionsOf(server)) > 0) await pause(LOOK_EVERY);
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
