import type { FastifyReply } from 'fastify';
import type { PersonalDataFile } from './export-personal-data.ts';

/** As a download (RFC 6266); the name is ASCII by its making. Returns what the handler answers with. */
export function sendFile(reply: FastifyReply, { name, content }: PersonalDataFile) {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  reply.type('application/json; charset=utf-8');
  return content;
}
