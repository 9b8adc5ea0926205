import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '../audit/catalogue.ts';
import type { Circumstances } from '../audit/circumstances.ts';
import type { Caller } from './caller.ts';
import type { Route } from './define-route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    clientAddress: string;
    /** The code of the error it was answered with; for the log. */
    refusedWith: string | undefined;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

const LONGEST_USER_AGENT = 400;
const CONTROL = /[\p{C}]/gu;

/** What audit records of this request have in common. */
export function circumstancesOf(request: FastifyRequest, declared: readonly AuditAction[]): Circumstances {
  const { caller } = request;
  return {
    actor: caller ? { id: caller.userId, email: caller.email, tenantId: caller.tenantId } : null,
    ip: request.clientAddress,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT).replace(CONTROL, ''),
    requestId: request.id,
    declared,
  };
}
