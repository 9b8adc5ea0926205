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
