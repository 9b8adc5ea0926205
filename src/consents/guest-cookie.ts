import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { days, inWholeSeconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';

const VALUE = /(?:^|;) *(__Host-svc_guest|svc_guest)=([\w-]{22})(?= *(?:;|$))/g;
/** So long a browser is known; then it is a new guest. */
export const GUEST_KNOWN_FOR = days(180);

/**
 * `__Host-` keeps other hosts of the same domain from planting a cookie of that name (RFC 6265bis §4.1.3.2); browsers take
 * it over https alone.
 */
const nameFor = (publicUrl: string): string => (isHttps(publicUrl) ? '__Host-svc_guest' : 'svc_guest');

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** The guest behind a request, by the digest that is stored; `undefined` for one without a cookie of ours. */
export function guestOf(reply: FastifyReply, publicUrl: string): string | undefined {
  const name = nameFor(publicUrl);
  const found = [...(reply.request.headers.cookie ?? '').matchAll(VALUE)].find(([, named]) => named === name);
  return found?.[2] === undefined ? undefined : digestOf(found[2]);
}

/**
 * Gives the browser a new id and returns its digest. No script reads it, no other site's form carries it (RFC 6265bis
 * §5.6); it opens nothing, it only tells one browser's consent from another's.
 */
export function giveGuestCookie(reply: FastifyReply, publicUrl: string): string {
  const id = opaqueId();
  const age = inWholeSeconds(GUEST_KNOWN_FOR);
  const secure = isHttps(publicUrl) ? '; Secure' : '';
  reply.header('set-cookie', `${nameFor(publicUrl)}=${id}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`);
  return digestOf(id);
}

const digestOf = (id: string): string => hash('sha256', id, 'base64url');
