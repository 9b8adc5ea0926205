import type { FastifyReply } from 'fastify';

/** Aborted when the connection closes before the response was sent, so that whoever is queued can leave. */
export function leftSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  if (raw.destroyed) leaving.abort();
  else raw.once('close', () => leaving.abort());
  return leaving.signal;
}
