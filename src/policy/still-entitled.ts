import type { Db } from '../database/database.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import { tierOf } from '../kernel/role.ts';
import { findAccount } from '../users/find-account.ts';
import type { Account } from '../users/user.ts';

/** Who asked for work that runs later, as they were then. */
export interface Asked {
  readonly asked_by: UserId;
  readonly tier: number;
  /** Where the work is done; `null` for every tenant, which only tier 0 reaches. */
  readonly tenant_id: TenantId | null;
}

/** Their account now; `undefined` when they have lost it, the role or the tenant. */
export async function findStillEntitled(db: Db, { asked_by, tier, tenant_id }: Asked): Promise<Account | undefined> {
  const account = await findAccount(db, asked_by);
  if (account?.status !== 'active' || tierOf(account.role) > tier) return undefined;
  return tierOf(account.role) > 0 && account.tenant_id !== tenant_id ? undefined : account;
}
