import { type Clock, type Instant, instantAt } from '../kernel/clock.ts';
import type { AuditAction } from './catalogue.ts';

/** Who is known to act. Nobody before a sign-in is complete. */
export interface Actor {
  readonly id: number;
  readonly email: string;
  readonly tenantId: number;
}

/** What every audit record of one call has in common: who acts, from where, by which request. */
export interface AuditContext {
  readonly actor: Actor | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** The actions that the route has declared. Recording another is a fault of ours. */
  readonly declared: readonly AuditAction[];
}

/** One call of a use case: its context, and the instant at which it began, under which everything of it is recorded. */
export interface AuditedCall {
  readonly context: AuditContext;
  readonly at: Instant;
}

/** A call that goes on after a wait, such as an upload or a line: what it records from here on carries the present instant. */
export const resumed = <Of extends AuditedCall>(call: Of, clock: Clock): Of => ({
  ...call,
  at: instantAt(clock.now()),
});

/** A call by the operator or by the service itself, outside any request. */
export const byOperator = (declared: readonly AuditAction[], at: Instant): AuditedCall => ({
  context: { actor: null, ip: null, userAgent: null, requestId: null, declared },
  at,
});
