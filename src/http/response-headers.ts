import type { FastifyReply } from 'fastify';
import { inWholeSeconds, minutes } from '../kernel/durations.ts';

const PUBLIC = `public, max-age=${inWholeSeconds(minutes(1))}`;

/**
 * Headers of every answer (OWASP Secure Headers). Written by hand: a middleware that sets them one by one costs more than
 * the whole request. The API serves no page, so its policy allows nothing; pages bring their own.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const headers = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-store',
  };
  return publicUrl.startsWith('https:')
    ? { ...headers, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : headers;
}

/** Lets caches keep for a minute what is the same for everybody; nothing is kept of somebody who says who they are. */
export function keepForAMinute(reply: FastifyReply): void {
  if (reply.request.headers.authorization === undefined) reply.header('cache-control', PUBLIC);
}
