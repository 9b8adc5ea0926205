import type { Tx } from '../database/database.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { AuditAction, AuditMetas } from './audit-actions.ts';
import type { Actor, AuditedCall } from './audit-context.ts';
import { type AuditRow, addAuditRecord, addAuditRecords, inJson, type NewAuditRecord } from './audit-store.ts';

/** A person as stored. A record about them belongs to the log of their tenant. */
export interface AuditSubject {
  readonly id: UserId;
  readonly tenant_id: TenantId;
}

interface EntryOf<Action extends AuditAction> {
  readonly action: Action;
  /** Whom the act concerns; `'actor'` for one's own account. */
  readonly about?: AuditSubject | 'actor' | undefined;
  /** For acts that concern a tenant rather than a person. Default: the person's tenant, or the actor's. */
  readonly tenantId?: TenantId | null | undefined;
  readonly userId?: never;
  readonly at?: never;
  /** Replaces the context's actor when the act itself identified them (a sign-in). */
  readonly actor?: Actor;
}

/** Facts of this action. Never a password, code, token or secret; an unknown address only as its HMAC. */
type WithMeta<Meta> = Record<never, never> extends Meta ? { readonly meta?: Meta } : { readonly meta: Meta };

/** One act, with the `meta` that its room declares. */
export type AuditEntry<Action extends AuditAction = AuditAction> = {
  [Each in Action]: EntryOf<Each> & WithMeta<AuditMetas[Each]>;
}[Action];

/**
 * Writes an audit record in the transaction of the act itself, so that both happen or neither.
 * @throws Error when the route has not declared the action
 */
export async function recordAudit(tx: Tx, call: AuditedCall, entry: AuditEntry): Promise<void> {
  await addAuditRecord(tx, recordOf(call, entry));
}

/** Like `recordAudit` for many acts, in one statement. */
export async function recordAudits(tx: Tx, call: AuditedCall, entries: readonly AuditEntry[]): Promise<void> {
  const records = entries.map((entry) => recordOf(call, entry));
  await addAuditRecords(tx, records);
}

/** The row of a record, to be written by `bundledAuditRecord` in a bundle of changes. */
export const auditRowOf = (call: AuditedCall, entry: AuditEntry): AuditRow => inJson(recordOf(call, entry));

function recordOf({ context, at }: AuditedCall, { action, about, tenantId, ...entry }: AuditEntry): NewAuditRecord {
  const { service, ip, userAgent, requestId, jobId, declared } = context;
  if (!declared.includes(action)) throw new Error(`The audit action ${action} is not declared by the route`);
  const actor = entry.actor ?? context.actor;
  const subject = about === 'actor' ? actor && { id: actor.id, tenant_id: actor.tenantId } : about;
  return {
    at,
    tenant_id: tenantId ?? subject?.tenant_id ?? actor?.tenantId ?? service?.tenantId ?? null,
    actor_id: actor?.id ?? null,
    actor_email: actor?.email ?? null,
    user_id: subject?.id ?? null,
    action,
    ip,
    user_agent: userAgent,
    request_id: requestId,
    meta: {
      ...entry.meta,
      ...(jobId === undefined ? {} : { job_id: jobId }),
      ...(service === undefined ? {} : { service: { id: service.id, name: service.name } }),
    },
  };
}

/** The subject of a row whose user or tenant may be missing. */
export const subjectOf = (row: { readonly user_id: UserId | null; readonly tenant_id: TenantId | null }) =>
  row.user_id === null || row.tenant_id === null ? undefined : { id: row.user_id, tenant_id: row.tenant_id };
