import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Milliseconds, seconds } from '../kernel/durations.ts';

/** Longer than a sign-in may wait for its hash and its transaction. */
const FINISH_WITHIN: Milliseconds = seconds(7);
const SWEEP_EVERY: Milliseconds = 50;

/**
 * Closes a server: requests in progress finish, then their connections close. Idle keep-alive connections, which would
 * hold the process for over a minute, and clients that never finish a request are cut.
 */
export async function closeServer(server: FastifyInstance, finishWithin = FINISH_WITHIN): Promise<void> {
  const sweeping = setInterval(() => server.server.closeIdleConnections(), SWEEP_EVERY);
  const cutting = setTimeout(() => server.server.closeAllConnections(), finishWithin);
  try {
    await server.close();
  } finally {
    clearInterval(sweeping);
    clearTimeout(cutting);
  }
}

/** Kept-alive connections are closed after this time if they send no further request. */
const RETIRE_WITHIN: Milliseconds = seconds(10);
const CHECK_EVERY: Milliseconds = 50;

/**
 * Passes a server's callers on to another process on the same port. It accepts no new connections and refuses nothing: each
 * request is answered and its connection then closed, so that the next request goes to the other process. Resolves when no
 * connection is left, or after `within`.
 */
export async function retireServer({ server }: FastifyInstance, within = RETIRE_WITHIN): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  // `close` of an HTTP server would cut idle connections, on which the next request may be under way.
  Server.prototype.close.call(server);
  const until = performance.now() + within;
  while (performance.now() < until && (await connectionsOf(server)) > 0) await pause(CHECK_EVERY);
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
