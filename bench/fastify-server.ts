import Fastify from 'fastify';
import { printAnswer, programInput } from './support/program-input.ts';

/**
 * Only the framework: two hooks, the headers, the serialiser and a log line of the service, with a constant response. The
 * difference to the service is the service's own work.
 */
const { headers, body, log } = programInput<{ headers: Record<string, string>; body: string; log: string }>();

const answer = JSON.parse(body) as unknown;
const server = Fastify({ logger: { level: 'info', file: log } });
server.addHook('onRequest', async () => {});
server.addHook('onSend', async (_request, reply, payload) => {
  reply.headers(headers);
  return payload;
});
server.get('/api/auth/me', { schema: { response: { 200: schemaOf(answer) } } }, async () => answer);
printAnswer({ port: Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port) });
process.on('SIGTERM', () => process.exit(0));

/** The schema of a value for the serialiser, as exact as that of a declared response. */
function schemaOf(value: unknown): object {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return { type: 'array', items: value.length > 0 ? schemaOf(value[0]) : {} };
  if (typeof value !== 'object') return { type: typeof value };
  const properties = Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}
