import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { browserCookie } from '../../platform/http/browser-cookie.ts';
import { minutes } from '../../platform/kernel/durations.ts';

/** As long as somebody may take at the issuer, and a little more. `Lax`: the browser comes back from another site. */
const cookieOf = (publicUrl: string) =>
  browserCookie(publicUrl, { name: 'svc_leaving', keptFor: minutes(20), sameSite: 'Lax' });

/** The browser that left for an issuer, as a digest; `undefined` without our cookie. */
export function browserOf(reply: FastifyReply, publicUrl: string): string | undefined {
  const value = cookieOf(publicUrl).sentBy(reply);
  return value === undefined ? undefined : digestOf(value);
}

/** Marks a browser that leaves, and returns its digest. Several tabs share the mark. */
export function markBrowser(reply: FastifyReply, publicUrl: string): string {
  const cookie = cookieOf(publicUrl);
  return digestOf(cookie.give(reply, cookie.sentBy(reply)));
}

const digestOf = (value: string): string => hash('sha256', value, 'base64url');
