import type { Db } from '../../platform/database/database.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { findActiveAccountAt } from '../users/accounts-store.ts';
import type { Account } from '../users/user.ts';
import { reachedBy, reachesEveryTenant, reachesTenant } from './managing-users.ts';

/** The requester of work that runs later, with their rights at that time. */
export interface RequestedWork {
  readonly asked_by: UserId;
  /** The tenant in which they acted. */
  readonly asked_in: TenantId;
  readonly tier: number;
  /** The tenant that the work is for; `null` for every tenant, which only tier 0 may reach. */
  readonly tenant_id: TenantId | null;
}

/** The requester's account as what it now is where they asked; `undefined` when they lost it, the role or the tenant. */
export async function findStillEntitled(
  db: Db,
  { asked_by, asked_in, tier, tenant_id }: RequestedWork,
): Promise<Account | undefined> {
  const account = await findActiveAccountAt(db, asked_by, asked_in);
  if (account?.status !== 'active' || tierOf(account.role) > tier) return undefined;
  const manager = {
    userId: account.id,
    tenantId: account.tenant_id,
    reached: reachedBy(account),
    tier: tierOf(account.role),
  };
  const reaches = tenant_id === null ? reachesEveryTenant(manager) : reachesTenant(manager, tenant_id);
  return reaches ? account : undefined;
}
