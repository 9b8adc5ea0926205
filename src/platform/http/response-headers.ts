import type { FastifyReply } from 'fastify';
import { inWholeSeconds, minutes } from '../kernel/durations.ts';

const PUBLIC = `public, max-age=${inWholeSeconds(minutes(1))}`;

/**
 * Headers of every response (OWASP Secure Headers). Written by hand: a middleware that sets them one by one costs more than
 * the rest of the request. The API serves no pages, so its content security policy allows nothing; pages set their own.
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

/** Lets caches keep a public response for a minute; requests with credentials are never cached. */
export function keepForAMinute(reply: FastifyReply): void {
  if (reply.request.headers.authorization === undefined) reply.header('cache-control', PUBLIC);
}

/**
 * Headers of pictures that people uploaded. Pages embed them by `<img>`, which sends no token. A file that is opened directly
 * must not be able to run anything.
 */
export const PICTURE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'content-disposition': 'inline',
  'cache-control': 'public, max-age=31536000, immutable', // content under a name never changes
};
