import type { FastifyReply } from 'fastify';

/** Aborted when the connection goes before the answer was sent, so that whoever waits in a line for it can step out. */
export function leftSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  if (raw.destroyed) leaving.abort();
  else raw.once('close', () => leaving.abort());
  return leaving.signal;
}
