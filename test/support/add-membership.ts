import { type Membership, stateOfNew } from '../../src/accounts/users/membership.ts';
import { addMembership } from '../../src/accounts/users/memberships-store.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { type Clock, nowOf } from '../../src/platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../src/platform/kernel/entity-id.ts';
import type { Role } from '../../src/platform/kernel/role.ts';

interface Wanted extends Partial<Pick<Membership, 'reach' | 'state' | 'since' | 'until' | 'number'>> {
  readonly userId: UserId;
  readonly tenantId: TenantId;
  readonly role: Role;
}

/** Makes somebody who has an account a member of one more tenant. */
export function addMembershipFor(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { userId, tenantId, role, ...more }: Wanted,
): Promise<Membership> {
  const at = nowOf(clock);
  return database.transaction((tx) =>
    addMembership(tx, {
      user_id: userId,
      tenant_id: tenantId,
      role,
      reach: 'own',
      state: stateOfNew('active'),
      since: at.slice(0, 10),
      until: null,
      number: null,
      source: 'added',
      created_at: at,
      updated_at: at,
      ended_at: null,
      ...more,
    }),
  );
}
