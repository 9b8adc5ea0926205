import type { AuditAction } from './catalogue.ts';

/** Who is known to act. Nobody before a sign-in is complete. */
export interface Actor {
  readonly id: number;
  readonly email: string;
  readonly tenantId: number;
}

/** Under what circumstances something is done: what every audit record of one request has in common. */
export interface Circumstances {
  readonly actor: Actor | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** The actions that the route has declared. Recording another is a fault of ours. */
  readonly declared: readonly AuditAction[];
}

/** An act of the operator or of the service itself, outside any request. */
export const byOperator = (declared: readonly AuditAction[]): Circumstances => ({
  actor: null,
  ip: null,
  userAgent: null,
  requestId: null,
  declared,
});
