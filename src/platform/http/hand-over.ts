import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

export type TakeOver = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Lets `take` send the response; the framework sends nothing from here on. The headers of every response are already set and
 * may be replaced. Log line and metrics are written as usual once the response was sent.
 */
export async function handOver(reply: FastifyReply, take: TakeOver): Promise<FastifyReply> {
  const { raw } = reply.request;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  await take(raw, reply.raw);
  return reply;
}
