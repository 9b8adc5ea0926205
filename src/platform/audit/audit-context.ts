import { type Clock, type Instant, nowOf } from '../kernel/clock.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { AuditAction } from './audit-actions.ts';

/** The identified actor; absent until a sign-in is complete. */
export interface Actor {
  readonly id: UserId;
  readonly email: string;
  readonly tenantId: TenantId;
}

/** A service that acts in its own name. */
export interface ActingService {
  readonly id: string;
  readonly name: string;
  readonly tenantId: TenantId;
}

/** What all audit records of one call share: actor, address, browser, request id. */
export interface AuditContext {
  readonly actor: Actor | null;
  /** Instead of an actor. Named in each of its records. */
  readonly service?: ActingService | undefined;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** The job behind the call, where one acts on many people. Named in each of its records. */
  readonly jobId?: number;
  /** Actions the route declares. Recording any other is a bug. */
  readonly declared: readonly AuditAction[];
}

/** One call of a use case: its audit context and the instant it began, which dates all its records. */
export interface AuditedCall {
  readonly context: AuditContext;
  readonly at: Instant;
}

/** A call resumed after a wait (an upload, a queue): from here on its records carry the present instant. */
export const resumed = <Of extends AuditedCall>(call: Of, clock: Clock): Of => ({
  ...call,
  at: nowOf(clock),
});

/** A call by the operator or the service itself, outside any request. */
export const byOperator = (declared: readonly AuditAction[], at: Instant): AuditedCall => ({
  context: { actor: null, ip: null, userAgent: null, requestId: null, declared },
  at,
});
