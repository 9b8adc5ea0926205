import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { inWholeSeconds, minutes } from '../kernel/durations.ts';

/**
 * Lets pages of these origins call the API with a token; browsers block all others. No credentials: cookies of people
 * signed in elsewhere must not be sent.
 */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const listed = new Set(origins);
  server.register(cors, {
    // A callback: given a list, the plugin answers preflights of every origin.
    origin: (origin, decide) => decide(null, origin !== undefined && listed.has(origin)),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type'],
    exposedHeaders: ['Retry-After', 'X-Request-Id', 'Content-Disposition'],
    maxAge: inWholeSeconds(minutes(10)),
    strictPreflight: false, // it would refuse a plain OPTIONS with its own error body
  });
}
