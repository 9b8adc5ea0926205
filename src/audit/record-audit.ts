import type { Engine, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { addAuditRecord, addAuditRecords, type NewAuditRecord } from './audit-store.ts';
import type { AuditAction } from './catalogue.ts';
import type { Actor, Circumstances } from './circumstances.ts';

export interface AuditEntry {
  readonly action: AuditAction;
  readonly at: Instant;
  /** Whom the act concerns. */
  readonly userId?: number | null;
  /** The tenant of whom it concerns; may be left out when that is the actor, or when nobody is concerned. */
  readonly tenantId?: number | null;
  /** Replaces the actor of the circumstances where the act itself made them known (a sign-in). */
  readonly actor?: Actor;
  /** Circumstances of this action. Never a password, code, token or secret; an unknown address only as its HMAC. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/**
 * Writes an audit record in the transaction of what it reports: both happen or neither.
 * @throws Error when the route has not declared the action, or when it concerns another person and names no tenant
 */
export async function recordAudit(tx: Tx, circumstances: Circumstances, entry: AuditEntry): Promise<void> {
  await addAuditRecord(tx, recordOf(circumstances, entry));
}

/** The same for so many acts at once that one statement must write them all. */
export async function recordAudits(
  tx: Tx,
  engine: Engine,
  circumstances: Circumstances,
  entries: readonly AuditEntry[],
): Promise<void> {
  const records = entries.map((entry) => recordOf(circumstances, entry));
  await addAuditRecords(tx, engine, records);
}

function recordOf(circumstances: Circumstances, entry: AuditEntry): NewAuditRecord {
  const { ip, userAgent, requestId, declared } = circumstances;
  if (!declared.includes(entry.action)) throw new Error(`The audit action ${entry.action} is not declared here`);
  const actor = entry.actor ?? circumstances.actor;
  // Falling back to the actor's tenant would put another tenant's person on record in the wrong log.
  if (entry.userId != null && entry.tenantId === undefined && entry.userId !== actor?.id)
    throw new Error(`The audit action ${entry.action} concerns another person and must say whose tenant`);
  return {
    at: entry.at,
    tenant_id: entry.tenantId ?? actor?.tenantId ?? null,
    actor_id: actor?.id ?? null,
    actor_email: actor?.email ?? null,
    user_id: entry.userId ?? null,
    action: entry.action,
    ip,
    user_agent: userAgent,
    request_id: requestId,
    meta: JSON.stringify(entry.meta ?? {}),
  };
}
