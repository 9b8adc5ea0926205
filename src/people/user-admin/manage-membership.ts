import {
  heldUser,
  type MemberOf,
  memberIn,
  refuseMerged,
  seenUser,
} from '../../accounts/permissions/managed-person.ts';
import {
  type Manager,
  mayGrantReach,
  reachesTenant,
  requireMayGrant,
  requireMayManage,
} from '../../accounts/permissions/managing-users.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { giveMembership, reviseMembership } from '../../accounts/users/change-membership.ts';
import type { Membership, Reach } from '../../accounts/users/membership.ts';
import { findMembership, listMembershipsOf } from '../../accounts/users/memberships-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { type Call, requireReauth } from '../../platform/http/call.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { MembershipId, UserId } from '../../platform/kernel/entity-id.ts';
import { givesPower } from '../../platform/kernel/role.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { zagrebDay } from '../../platform/sheets/zagreb-time.ts';
import { closeMembership, resumeMembership, suspendMembership } from '../memberships/member-acts.ts';
import { changeRole } from './change-role.ts';
import { closeToOthers, requireClosed } from './close-to-others.ts';
import type { EditMembershipBody, NewMembershipBody } from './member-wire.ts';

type Deps = Pick<Platform, 'database' | 'keys' | 'publicUrl'>;

/** What a person is and was within the caller's reach. @throws AppError `users.not_found` (404) */
export async function listReachedMemberships(db: Db, manager: Manager, id: UserId): Promise<Membership[]> {
  const all = await listMembershipsOf(db, id);
  const reached = all.filter(({ tenant_id }) => reachesTenant(manager, tenant_id));
  if (reached.length > 0) return reached;
  await refuseMerged(db, manager, id);
  throw new AppError('users.not_found');
}

/**
 * Makes somebody within the caller's reach a member of one more tenant there.
 * @throws AppError as `requireMayManage`, `requireMayGrant` and `requireClosed`; 409 `memberships.exists`, `memberships.number_taken`; 422
 */
export function addMembership(
  deps: Deps,
  call: Call<Manager>,
  id: UserId,
  body: NewMembershipBody,
): Promise<Membership> {
  const { caller, at } = call;
  const { tenant_id, role, reach = 'own' } = body;
  requireOrder(body);
  return deps.database.transaction(async (tx) => {
    const user = requireMayManage(caller, await heldUser(tx, caller, id));
    requireMayGrant(caller, tenant_id, role);
    requireMayGrantReach(caller, reach);
    if ((await findTenant(tx, tenant_id)) === undefined) throw new AppError('tenants.not_found');
    const raise = { before: 'member', after: role } as const;
    await requireClosed({ tx, user, call }, raise);
    const { since = zagrebDay(at), until = null, number = null } = body;
    const wanted = { tenant_id, role, reach, since, until, number, pending: user.status === 'invited' };
    const added = await giveMembership(tx, user, wanted, at);
    const meta = { membership_id: added.id, role, reach };
    await recordAudit(tx, call, { action: 'membership.create', about: { id, tenant_id }, meta });
    await closeToOthers({ tx, user, call }, raise, deps);
    return added;
  });
}

/**
 * Changes the members sent. Its role changes as at `…/role`.
 * @throws AppError 404 `memberships.not_found`; as `requireMayManage`; 409 of the acts; 422
 */
export function editMembership(
  deps: Deps,
  call: Call<Manager>,
  place: { readonly id: UserId; readonly mid: MembershipId },
  { role, state, ...body }: EditMembershipBody,
): Promise<Membership> {
  return onMembership(deps, call, place, async (tx, user) => {
    const { membership } = user;
    requireOrder({ since: membership.since, until: membership.until, ...body });
    if (body.reach !== undefined && body.reach !== membership.reach) {
      requireMayGrantReach(call.caller, body.reach);
      if (body.reach === 'below' && givesPower(membership.role)) requireReauth(call);
    }
    if (role !== undefined && role !== membership.role) {
      requireReauth(call); // as at the person's role, also to take power away
      await changeRole({ tx, user, call }, role, deps);
    }
    if (state === 'suspended' && membership.state !== state) await suspendMembership({ tx, call, membership });
    if (state === 'active' && membership.state !== state) {
      if (givesPower(membership.role)) requireReauth(call);
      await resumeMembership({ tx, call, membership });
    }
    const changed = keysOf(body).filter((member) => body[member] !== undefined && body[member] !== membership[member]);
    if (changed.length > 0) {
      const change = Object.fromEntries(changed.map((member) => [member, body[member]]));
      if ((await reviseMembership(tx, membership, change, call.at)) === undefined)
        throw new AppError('memberships.not_found');
      const differences = changed.map((member) => [member, { before: membership[member], after: body[member] }]);
      const meta = { membership_id: membership.id, changed: Object.fromEntries(differences) };
      await recordAudit(tx, call, { action: 'membership.update', about: user, meta });
    }
    const after = await findMembership(tx, membership.id);
    if (after === undefined) throw new Error('A membership is never removed');
    return after;
  });
}

/** Ends it for good. @throws as `editMembership` */
export const endMembershipOf = (
  deps: Deps,
  call: Call<Manager>,
  place: { readonly id: UserId; readonly mid: MembershipId },
): Promise<void> => onMembership(deps, call, place, (tx, { membership }) => closeMembership({ tx, call, membership }));

function onMembership<Result>(
  { database }: Deps,
  call: Call<Manager>,
  { id, mid }: { readonly id: UserId; readonly mid: MembershipId },
  act: (tx: Tx, user: MemberOf) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const { caller } = call;
    const user = await holdUserRow(tx, id);
    if (user === undefined || (await seenUser(tx, caller, user)) === undefined) {
      await refuseMerged(tx, caller, id);
      throw new AppError('users.not_found');
    }
    const member = await memberIn(tx, caller, user, mid);
    if (member === undefined) throw new AppError('memberships.not_found');
    return act(tx, requireMayManage(caller, member));
  });
}

function requireMayGrantReach(caller: Manager, reach: Reach): void {
  if (reach === 'below' && !mayGrantReach(caller)) throw new AppError('users.tier');
}

/** 31 February is well written, and no day. */
function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** @throws InvalidRequest (422) for what is no day, and where the last is before the first */
function requireOrder({ since, until }: Pick<NewMembershipBody, 'since' | 'until'>): void {
  for (const [member, day] of [['since', since] as const, ['until', until] as const])
    if (day && !isDay(day)) throw invalidField('body', member, 'date', 'Takvog dana nema.');
  if (since && until && until < since)
    throw invalidField('body', 'until', 'range', 'Posljednji dan ne može biti prije prvoga.');
}
