import { subscribe } from 'node:diagnostics_channel';
import { after } from 'node:test';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../src/platform/http/define-route.ts';
import { undescribedParts } from './undescribed-parts.ts';

const found = new Set<string>();

/**
 * Compares every answer of every server in this process with the description of its route: an undescribed status, type of body
 * or member fails the file, whichever test asked and however.
 */
export function watchAnswers(): void {
  subscribe('fastify.initialization', (message) => watch((message as { fastify: FastifyInstance }).fastify));
  after(() => {
    if (found.size > 0) throw new Error(`Answers that docs/openapi.json does not describe:\n${[...found].join('\n')}`);
  });
}

function watch(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (routeOf(request)?.request.handedOver) gather(request, reply);
    done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    compare(request, reply.statusCode, reply.getHeaders(), payload);
    done();
  });
}

/** What is handed over passes no hook: the other library writes it. */
function gather(request: FastifyRequest, { raw }: FastifyReply): void {
  const pieces: Buffer[] = [];
  const keep = ([piece]: unknown[]) => {
    if (typeof piece === 'string' || piece instanceof Uint8Array) pieces.push(Buffer.from(piece as string));
  };
  const { write, end } = raw as unknown as Record<'write' | 'end', (...given: unknown[]) => unknown>;
  Object.assign(raw, {
    write: (...given: unknown[]) => {
      keep(given);
      return write.apply(raw, given);
    },
    end: (...given: unknown[]) => {
      keep(given);
      compare(request, raw.statusCode, raw.getHeaders(), Buffer.concat(pieces));
      return end.apply(raw, given);
    },
  });
}

function compare(request: FastifyRequest, status: number, headers: Readonly<Record<string, unknown>>, body: unknown) {
  const route = routeOf(request);
  const { method } = request;
  if (route === undefined || (method !== route.method && method !== 'HEAD')) return;
  const type = headers['content-type'] === undefined ? undefined : String(headers['content-type']);
  const isRead = method !== 'HEAD' && headers['content-encoding'] === undefined;
  for (const part of undescribedParts(route, { status, type, body, isRead }))
    found.add(`${route.method} ${route.path} ${status} ${part}`);
}

const routeOf = ({ routeOptions }: FastifyRequest): Route | undefined =>
  (routeOptions.config as { route?: Route } | undefined)?.route;
