import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { streamWhileLive } from '../../platform/http/stream-while-live.ts';
import type { PersonalDataFile } from './export-personal-data.ts';

/** Sends a download (RFC 6266); the name must be ASCII. Return the result from the handler. */
export function sendFile(
  reply: FastifyReply,
  { name, content }: PersonalDataFile,
  requireLive: () => Promise<void>,
): Readable {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  reply.type('application/json; charset=utf-8');
  return streamWhileLive(content, requireLive);
}
