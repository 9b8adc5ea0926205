import type { FastifyInstance } from 'fastify';
import { type Milliseconds, seconds } from '../kernel/durations.ts';

/** Longer than a sign-in may wait for its hash and its transaction. */
const FINISH_WITHIN: Milliseconds = seconds(7);
const SWEEP_EVERY: Milliseconds = 50;

/**
 * Closes a server: requests under way finish, then their connections go. A connection that is kept alive would hold the
 * process for over a minute, and a client that never ends its request for as long as it likes: it is cut.
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
