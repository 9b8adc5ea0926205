import type { Engine, Tx } from '../database/database.ts';
import type { Actor, AuditedCall } from './audit-context.ts';
import { addAuditRecord, addAuditRecords, type NewAuditRecord } from './audit-store.ts';
import type { AuditAction } from './catalogue.ts';

/** A person as their row tells: a record about them stands in the log of their tenant. */
export interface AuditSubject {
  readonly id: number;
  readonly tenant_id: number;
}

export interface AuditEntry {
  readonly action: AuditAction;
  /** Whom the act concerns; `'actor'` for one's own account. */
  readonly about?: AuditSubject | 'actor' | undefined;
  /** Of what concerns a tenant rather than a person; without it the log is that of the person, or of the actor. */
  readonly tenantId?: number | null | undefined;
  readonly userId?: never;
  readonly at?: never;
  /** Replaces the actor of the context where the act itself made them known (a sign-in). */
  readonly actor?: Actor;
  /** Facts of this action. Never a password, code, token or secret; an unknown address only as its HMAC. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/**
 * Writes an audit record in the transaction of what it reports: both happen or neither.
 * @throws Error when the route has not declared the action
 */
export async function recordAudit(tx: Tx, call: AuditedCall, entry: AuditEntry): Promise<void> {
  await addAuditRecord(tx, recordOf(call, entry));
}

/** The same for so many acts at once that one statement must write them all. */
export async function recordAudits(
  tx: Tx,
  engine: Engine,
  call: AuditedCall,
  entries: readonly AuditEntry[],
): Promise<void> {
  const records = entries.map((entry) => recordOf(call, entry));
  await addAuditRecords(tx, engine, records);
}

function recordOf({ context, at }: AuditedCall, { action, about, tenantId, ...entry }: AuditEntry): NewAuditRecord {
  const { ip, userAgent, requestId, declared } = context;
  if (!declared.includes(action)) throw new Error(`The audit action ${action} is not declared here`);
  const actor = entry.actor ?? context.actor;
  const subject = about === 'actor' ? actor && { id: actor.id, tenant_id: actor.tenantId } : about;
  return {
    at,
    tenant_id: tenantId ?? subject?.tenant_id ?? actor?.tenantId ?? null,
    actor_id: actor?.id ?? null,
    actor_email: actor?.email ?? null,
    user_id: subject?.id ?? null,
    action,
    ip,
    user_agent: userAgent,
    request_id: requestId,
    meta: JSON.stringify(entry.meta ?? {}),
  };
}

/** Of a row that may be about nobody, or about somebody of no tenant. */
export const subjectOf = (row: { readonly user_id: number | null; readonly tenant_id: number | null }) =>
  row.user_id === null || row.tenant_id === null ? undefined : { id: row.user_id, tenant_id: row.tenant_id };
