import type { FastifyRequest } from 'fastify';
import type { AuditContext } from '../audit/audit-context.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Call } from './call.ts';
import type { AnyCaller, Caller } from './caller.ts';
import type { Route } from './define-route.ts';
import type { HasRecentSignIn } from './route-access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: AnyCaller | undefined;
    clientAddress: string;
    /** The pattern of the matched route, if any. Read once per request, since the framework builds an object for each read. */
    route: string | undefined;
    /** The code of the error in the response, for the log. */
    refusedWith: string | undefined;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

const LONGEST_USER_AGENT = 400;
const CONTROL = /[\p{C}]/gu;

/** The call of a request, for the handler. Without a valid token it has no `caller`. */
export function callOf(
  request: FastifyRequest,
  { audit: declared }: Pick<Route, 'audit'>,
  { at, hasRecentSignIn }: { readonly at: Instant; readonly hasRecentSignIn: HasRecentSignIn },
): Call {
  const { caller } = request;
  const context: AuditContext = {
    ...whoActs(caller),
    ip: request.clientAddress,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT).replace(CONTROL, ''),
    requestId: request.id,
    declared,
  };
  const isReauthenticated = caller !== undefined && hasRecentSignIn(caller);
  return { context, at, isReauthenticated, caller: caller as Caller }; // handlers of routes without a token never see it
}

function whoActs(caller: AnyCaller | undefined): Pick<AuditContext, 'actor' | 'service'> {
  if (caller === undefined) return { actor: null };
  const { tenantId } = caller;
  if (caller.userId !== null) return { actor: { id: caller.userId, email: caller.email, tenantId } };
  const { id, name } = caller.service;
  return { actor: null, service: { id, name, tenantId } };
}
