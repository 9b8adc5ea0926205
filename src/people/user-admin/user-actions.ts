import {
  type Managed,
  type Manager,
  mayManage,
  reachesEveryTenant,
} from '../../accounts/permissions/managing-users.ts';
import type { FactorsOfUser, SecondFactors } from '../../accounts/permissions/second-factors.ts';
import type { User } from '../../accounts/users/user.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { days, type Milliseconds } from '../../platform/kernel/durations.ts';

type State = Pick<User, 'status' | 'deleted_at'> & FactorsOfUser;

export const isSuspendable = ({ status }: State): boolean => status === 'active' || status === 'invited';
export const isSuspended = ({ status }: State): boolean => status === 'suspended';
export const isResettable = ({ status }: State): boolean => status === 'active';

/** `since`: earlier deletions can no longer be undone. */
export const isRestorable = ({ status, deleted_at }: State, since: string): boolean =>
  status === 'deleted' && deleted_at !== null && deleted_at > since;

export const USER_ACTIONS = [
  ...(['edit', 'move', 'set_role', 'invite', 'reset_password'] as const),
  ...(['reset_two_factor', 'reset_passkeys'] as const),
  ...(['suspend', 'unsuspend', 'unlock', 'end_sessions', 'export', 'delete', 'restore'] as const),
];
export type UserAction = (typeof USER_ACTIONS)[number];

/** The caller, and the present time. */
export interface ActionsOf {
  readonly manager: Manager;
  readonly now: Milliseconds;
  readonly retentionDays: number;
  readonly factors: SecondFactors;
}

/** The actions that the caller may take on a person now. Whether it is the last superadmin is only checked by the act. */
export function userActions(
  { manager, now, retentionDays, factors }: ActionsOf,
  person: Managed & State & { readonly isShared?: boolean },
): UserAction[] {
  if (!mayManage(manager, person)) return [];
  if (person.isShared)
    return person.status === 'deleted'
      ? []
      : ['set_role', person.status === 'suspended' ? 'unsuspend' : 'suspend', 'delete'];
  if (person.status === 'deleted')
    return isRestorable(person, restorableSince(now, retentionDays)) ? ['export', 'restore'] : ['export'];
  const depending: Partial<Record<UserAction, boolean>> = {
    move: reachesEveryTenant(manager),
    reset_password: isResettable(person),
    reset_two_factor: factors.has(person),
    suspend: isSuspendable(person),
    unsuspend: isSuspended(person),
    restore: false,
  };
  return USER_ACTIONS.filter((action) => depending[action] ?? true);
}

export const restorableSince = (now: Milliseconds, retentionDays: number): string =>
  instantAt(now - days(retentionDays));
