import { findStillEntitled } from '../../accounts/permissions/still-entitled.ts';
import type { Account } from '../../accounts/users/user.ts';
import { findLiveService } from '../../openid/applications/find-live-service.ts';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import type { ActingService, Actor, AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Inviter } from '../invitations/invite-user.ts';
import type { Act } from './long-act.ts';

/** On whose behalf a batch runs, with their current rights. */
export interface Acting {
  readonly call: AuditedCall;
  readonly by: Inviter | null;
  /** `null` for the operator, and for a service. */
  readonly account: Account | null;
}

interface At {
  readonly at: Instant;
  /** The tenant that the requester must reach; null for every tenant. */
  readonly tenantId: TenantId | null;
  readonly declared: readonly AuditAction[];
  readonly jobId?: number;
}

/** `undefined` when the requester lost the account, the role or the tenant, or the service ended or lost its scope. */
export async function findActing(db: Db, asked: Act, { at, tenantId, ...told }: At): Promise<Acting | undefined> {
  const { asked_by, asked_in, asked_by_service, tier, ip, user_agent: userAgent, request_id: requestId } = asked;
  const of = (actor: Actor | null, service?: ActingService): AuditedCall => ({
    context: { actor, service, ip, userAgent, requestId, ...told },
    at,
  });
  if (asked_by_service !== null) {
    const service = tenantId === null ? undefined : await findLiveService(db, { id: asked_by_service, tenantId, at });
    return service && { call: of(null, service), by: { id: null, name: service.name }, account: null };
  }
  if (asked_by === null) return { call: of(null), by: null, account: null };
  if (asked_in === null) return undefined;
  const account = await findStillEntitled(db, { asked_by, asked_in, tier, tenant_id: tenantId });
  if (account === undefined) return undefined;
  const { id, email, tenant_id } = account;
  return { call: of({ id, email, tenantId: tenant_id }), by: { id, name: account.full_name }, account };
}
