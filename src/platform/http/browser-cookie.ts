import type { FastifyReply } from 'fastify';
import { inWholeSeconds, type Milliseconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';

/** A random value that a browser keeps. It grants nothing and only tells browsers apart. */
export interface BrowserCookie {
  /** What the browser of this request sent; `undefined` without our cookie. */
  readonly sentBy: (reply: FastifyReply) => string | undefined;
  /** Sets the cookie for its full lifetime, with a new value unless one is given. Returns the value. */
  readonly give: (reply: FastifyReply, value?: string) => string;
}

interface CookieStatement {
  readonly name: string;
  readonly keptFor: Milliseconds;
  readonly sameSite: 'Lax' | 'Strict';
}

/**
 * Scripts cannot read it and cross-site forms do not carry it (RFC 6265bis §5.6). `__Host-` keeps other hosts of the domain
 * from planting one (§4.1.3.2); browsers accept it over https only.
 */
export function browserCookie(publicUrl: string, { name, keptFor, sameSite }: CookieStatement): BrowserCookie {
  const isHttps = publicUrl.startsWith('https:');
  const named = isHttps ? `__Host-${name}` : name;
  const value = new RegExp(`(?:^|;) *${named}=([\\w-]{22})(?= *(?:;|$))`); // the format of `opaqueId`
  const rules = `Path=/; Max-Age=${inWholeSeconds(keptFor)}; HttpOnly; SameSite=${sameSite}${isHttps ? '; Secure' : ''}`;
  return {
    sentBy: (reply) => value.exec(reply.request.headers.cookie ?? '')?.[1],
    give: (reply, given = opaqueId()) => {
      reply.header('set-cookie', `${named}=${given}; ${rules}`);
      return given;
    },
  };
}
