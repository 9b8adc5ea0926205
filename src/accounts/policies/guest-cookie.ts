import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { browserCookie } from '../../platform/http/browser-cookie.ts';
import { days } from '../../platform/kernel/durations.ts';

/** How long a browser is recognised; then it is a new guest. */
export const GUEST_KNOWN_FOR = days(180);

const guestCookie = (publicUrl: string) =>
  browserCookie(publicUrl, { name: 'svc_guest', keptFor: GUEST_KNOWN_FOR, sameSite: 'Lax' });

/** The guest behind a request, as the stored digest; `undefined` without our cookie. */
export function guestOf(reply: FastifyReply, publicUrl: string): string | undefined {
  const id = guestCookie(publicUrl).sentBy(reply);
  return id === undefined ? undefined : digestOf(id);
}

/** Sets a new guest cookie and returns its digest. */
export const giveGuestCookie = (reply: FastifyReply, publicUrl: string): string =>
  digestOf(guestCookie(publicUrl).give(reply));

const digestOf = (id: string): string => hash('sha256', id, 'base64url');
