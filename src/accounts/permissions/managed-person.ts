import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { MembershipId, TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { findAccountIn, findHome, holdUserRow } from '../users/accounts-store.ts';
import type { Membership } from '../users/membership.ts';
import { listMembershipStandings, listMembershipsOf } from '../users/memberships-store.ts';
import { findMergedInto } from '../users/merged-users-store.ts';
import type { Account, User } from '../users/user.ts';
import {
  type Managed,
  type Manager,
  managesRoleIn,
  reachesEveryTenant,
  reachesTenant,
  requireMayManage,
} from './managing-users.ts';

/** How a manager reaches a person. */
export interface Reached {
  /** What the person is within the manager's reach. */
  readonly membership: Membership;
  /**
   * Whether the person is also something that the manager does not manage: somewhere out of reach, or an admin of the manager's own
   * tenant beside a member below. Then the account is not theirs to change.
   */
  readonly isShared: boolean;
}

const isLive = ({ state }: Membership): boolean => state !== 'ended';

/** As lists show people (`tenant-people-store.ts`): what counts most first. */
const PRECEDENCE = ['active', 'pending', 'suspended', 'ended'];

/**
 * The membership by which a manager reaches a person: that in the manager's own tenant, if they reach more than it; else that in the
 * tenant of the account, or another. Whoever has gone elsewhere is nobody's in the tenant they left; whoever has gone for good stays
 * with the last one.
 */
function reachedIn(manager: Manager, home: TenantId, memberships: readonly Membership[]): Reached | undefined {
  const live = memberships.filter(isLive);
  const candidates = live.length === 0 ? memberships : live;
  const reached = candidates.filter(({ tenant_id }) => reachesTenant(manager, tenant_id));
  const membership = live.length === 0 ? lastOf(reached, home) : firstOf(manager, reached, home);
  return membership && { membership, isShared: isSharedWith(manager, live, membership) };
}

const lastOf = (reached: readonly Membership[], home: TenantId) =>
  reached.findLast(({ tenant_id }) => tenant_id === home) ?? reached.at(-1);

function firstOf(manager: Manager, reached: readonly Membership[], home: TenantId): Membership | undefined {
  const isElsewhere = (tenantId: TenantId, { tenant_id }: Membership) => Number(tenant_id !== tenantId);
  const own = reachesEveryTenant(manager) ? home : manager.tenantId;
  const [first] = reached.toSorted(
    (one, other) =>
      isElsewhere(own, one) - isElsewhere(own, other) ||
      PRECEDENCE.indexOf(one.state) - PRECEDENCE.indexOf(other.state) ||
      isElsewhere(home, one) - isElsewhere(home, other) ||
      one.id - other.id,
  );
  return first;
}

const isSharedWith = (manager: Manager, all: readonly Membership[], seen: Membership): boolean =>
  all.some((one) => one !== seen && isLive(one) && !managesMembership(manager, one));

const managesMembership = (manager: Manager, one: Pick<Membership, 'tenant_id' | 'role' | 'reach'>): boolean =>
  reachesTenant(manager, one.tenant_id) && managesRoleIn(manager, { ...one, membership: one });

export type SeenUser = User & Reached;

/**
 * Says whose account it is now, where somebody is not found because they were merged into a person whom the manager reaches.
 * @throws AppError 410 `users.merged`
 */
export async function refuseMerged(db: Db, manager: Manager, id: UserId): Promise<undefined> {
  const merged_into = await findMergedInto(db, id);
  const home = merged_into === undefined ? undefined : await findHome(db, merged_into);
  if (home === undefined) return;
  if (reachedIn(manager, home.tenant_id, await listMembershipsOf(db, home.id)) !== undefined)
    throw new AppError('users.merged', { members: { merged_into } });
}

/** Locks a person's row and sees them as the manager does. @throws AppError as `refuseMerged` */
export async function heldUser(
  tx: Tx,
  manager: Manager,
  id: UserId,
  hold: (tx: Tx, id: UserId) => Promise<User | undefined> = holdUserRow,
): Promise<SeenUser | undefined> {
  return (await seenUser(tx, manager, await hold(tx, id))) ?? refuseMerged(tx, manager, id);
}

/** A person as a manager sees them: their tenant, role and status are those of the membership in reach. */
export async function seenUser(db: Db, manager: Manager, user: User | undefined): Promise<SeenUser | undefined> {
  if (user === undefined) return undefined;
  const reached = reachedIn(manager, user.tenant_id, await listMembershipsOf(db, user.id));
  return reached && { ...user, ...standingIn(reached.membership, user), ...reached };
}

const standingIn = ({ tenant_id, role, state }: Membership, { status }: Pick<User, 'status'>) => ({
  tenant_id,
  role: state === 'ended' ? ('guest' as const) : role,
  status: state === 'suspended' && status === 'active' ? ('suspended' as const) : status,
});

export type MemberOf = SeenUser;

/** A person as what they are in one of their memberships; `undefined` where it has ended, is somebody else's or out of reach. */
export async function memberIn(db: Db, manager: Manager, user: User, id: MembershipId): Promise<MemberOf | undefined> {
  const all = await listMembershipsOf(db, user.id);
  const membership = all.find((one) => one.id === id && isLive(one) && reachesTenant(manager, one.tenant_id));
  if (membership === undefined) return undefined;
  return { ...user, ...standingIn(membership, user), membership, isShared: isSharedWith(manager, all, membership) };
}

export type SeenAccount = Account & Reached;

/** The same with everything that is read with an account. @throws AppError as `refuseMerged` */
export async function seenAccount(db: Db, manager: Manager, id: UserId): Promise<SeenAccount | undefined> {
  const home = await findHome(db, id);
  const reached = home && reachedIn(manager, home.tenant_id, await listMembershipsOf(db, id));
  if (reached === undefined) return refuseMerged(db, manager, id);
  const account = await findAccountIn(db, id, reached.membership.id);
  return account && { ...account, ...reached };
}

/**
 * The one rule for acts on an account: names, addresses, ways in, sign-ins. Where the person is also elsewhere, they or a superadmin
 * do it.
 * @throws AppError as `requireMayManage`; 403 `users.shared`
 */
export function requireWhole<Person extends Managed & Reached>(manager: Manager, person: Person | undefined): Person {
  const managed = requireMayManage(manager, person);
  if (managed.isShared) throw new AppError('users.shared');
  return managed;
}

/** Those of many people who are also something that the manager does not manage, whose accounts are therefore not the manager's to change. */
export async function sharedAmong(db: Db, manager: Manager, ids: readonly UserId[]): Promise<ReadonlySet<UserId>> {
  if (ids.length === 0 || reachesEveryTenant(manager)) return new Set();
  const standings = await listMembershipStandings(db, ids);
  const others = standings.filter((one) => one.state !== 'ended' && !managesMembership(manager, one));
  return new Set(others.map(({ user_id }) => user_id));
}
