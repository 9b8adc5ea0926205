import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { inWholeSeconds, minutes } from '../kernel/durations.ts';

/**
 * Lets the pages of these origins call the API with a token; all others stay shut out by the browser. No credentials:
 * cookies of people who are signed in elsewhere must not come along.
 */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const listed = new Set(origins);
  server.register(cors, {
    // Asked one by one: given a list, the plugin answers preflights of every origin.
    origin: (origin, decide) => decide(null, origin !== undefined && listed.has(origin)),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type'],
    exposedHeaders: ['Retry-After', 'X-Request-Id', 'Content-Disposition'],
    maxAge: inWholeSeconds(minutes(10)),
    strictPreflight: false, // it would refuse an OPTIONS that is none in words that are not ours
  });
}
