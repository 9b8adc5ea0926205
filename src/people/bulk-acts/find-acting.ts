import type { Manager } from '../../accounts/policy/managing-users.ts';
import { findStillEntitled } from '../../accounts/policy/still-entitled.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { REPLACING_PASSWORD } from '../user-admin/user-access-acts.ts';
import type { BulkJob } from './bulk-job.ts';

/** The person for whom a batch runs, with their current rights. */
export interface Acting {
  readonly call: Call<Manager>;
  readonly name: string;
}

/** `undefined` when the requester has lost the account, the role or the tenant. */
export async function findActing(db: Db, job: BulkJob, at: Instant): Promise<Acting | undefined> {
  const account = await findStillEntitled(db, job);
  if (account === undefined) return undefined;
  const { id, email, tenant_id: tenantId, role, full_name: name } = account;
  const { ip, user_agent: userAgent, request_id: requestId } = job;
  const context = { actor: { id, email, tenantId }, ip, userAgent, requestId, jobId: job.id, declared: DECLARED };
  const isProven = job.authenticated === 'recently';
  return { call: { context, at, isProven, caller: { userId: id, tenantId, tier: tierOf(role) } }, name };
}

const DECLARED = [
  ...(['user.invite', 'user.suspend', 'user.unsuspend', 'user.role.change'] as const),
  ...(['invitation.cancel', ...REPLACING_PASSWORD, 'bulk.finish'] as const),
];

/** The call in the name of the service itself, when the requester is gone. */
export const onNobodysBehalf = (at: Instant): AuditedCall => byOperator(DECLARED, at);
