import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

export type TakeOver = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Lets somebody else answer: from here on the framework sends nothing. The headers of every response are set, and whoever
 * answers may replace them; log line and metrics are written as usual once the response has gone.
 */
export async function handOver(reply: FastifyReply, take: TakeOver): Promise<FastifyReply> {
  const { raw } = reply.request;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  await take(raw, reply.raw);
  return reply;
}
