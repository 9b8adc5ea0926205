import type { Db } from '../../platform/database/database.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { findAccount } from '../users/accounts-store.ts';
import type { Account } from '../users/user.ts';

/** The requester of work that runs later, with their rights at that time. */
export interface RequestedWork {
  readonly asked_by: UserId;
  readonly tier: number;
  /** The tenant that the work is for; `null` for every tenant, which only tier 0 may reach. */
  readonly tenant_id: TenantId | null;
}

/** The requester's current account; `undefined` when they lost it, the role or the tenant. */
export async function findStillEntitled(
  db: Db,
  { asked_by, tier, tenant_id }: RequestedWork,
): Promise<Account | undefined> {
  const account = await findAccount(db, asked_by);
  if (account?.status !== 'active' || tierOf(account.role) > tier) return undefined;
  return tierOf(account.role) > 0 && account.tenant_id !== tenant_id ? undefined : account;
}
