import type { Tx } from '../../platform/database/database.ts';
import type { Merged } from '../../platform/database/merged-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import type { Membership } from './membership.ts';
import { activatePending, changeMembership, listMembershipsOf, restoreMembership } from './memberships-store.ts';
import { guardingSuperadmins } from './superadmin-guard-store.ts';

/** A tenant in which both accounts are: one membership stays, the other ends. */
export interface MembershipConflict {
  readonly tenant_id: TenantId;
  readonly stays: Membership;
  readonly ends: Membership;
}

/** What a membership was before a merge changed it. */
export type MembershipBefore = Pick<Membership, 'id' | 'state' | 'ended_at'>;

/** Makes a change by which memberships go from one locked account to another. @throws AppError as `guardingSuperadmins` */
export const guardingBoth = <Result>(tx: Tx, { from, into }: Merged, change: () => Promise<Result>): Promise<Result> =>
  guardingSuperadmins(tx, from, () => guardingSuperadmins(tx, into, change));

const isLive = ({ state }: Membership): boolean => state !== 'ended';

/** The stronger role first, then the farther reach, then what counts. */
const strength = ({ role, reach, state }: Membership): number =>
  tierOf(role) * 10 + (reach === 'below' ? 0 : 5) + ['active', 'pending', 'suspended'].indexOf(state);

const conflictOf = (own: Membership, other: Membership): MembershipConflict => {
  const [stays, ends] = strength(other) < strength(own) ? [other, own] : [own, other]; // of equals, that of the remaining account
  return { tenant_id: own.tenant_id, stays, ends };
};

/** Ends one of two live memberships in the same tenant, before they become one person's. */
export async function settleConflicts(tx: Tx, { from, into }: Merged, at: Instant): Promise<MembershipConflict[]> {
  const theirs = (await listMembershipsOf(tx, from)).filter(isLive);
  const own = (await listMembershipsOf(tx, into)).filter(isLive);
  const conflicts = theirs.flatMap((other) => {
    const same = own.find(({ tenant_id }) => tenant_id === other.tenant_id);
    return same === undefined ? [] : [conflictOf(same, other)];
  });
  for (const { ends } of conflicts) await changeMembership(tx, ends.id, { state: 'ended', ended_at: at }, at);
  return conflicts;
}

/** Whoever has come in is a member wherever they were invited. Returns those that waited. */
export async function activateMerged(tx: Tx, { into }: Merged, at: Instant): Promise<Membership[]> {
  const pending = (await listMembershipsOf(tx, into)).filter(({ state }) => state === 'pending');
  await activatePending(tx, into, at);
  return pending;
}

/** Gives memberships back the state that a merge changed, unless it has changed since, or the person has another there. */
export async function restoreMemberships(
  tx: Tx,
  { from, into }: Merged,
  before: readonly MembershipBefore[],
  at: Instant,
): Promise<void> {
  for (const id of [from, into]) {
    const own = await listMembershipsOf(tx, id);
    for (const membership of own) {
      const was = before.find((one) => one.id === membership.id);
      const isTaken = own.some((one) => one !== membership && isLive(one) && one.tenant_id === membership.tenant_id);
      if (was === undefined || (was.state !== 'pending' && isTaken)) continue;
      const isStill = was.state === 'pending' ? membership.state === 'active' : membership.state === 'ended';
      const { state, ended_at } = was;
      if (isStill) await restoreMembership(tx, { ...membership, state, ended_at }, at);
    }
  }
}
