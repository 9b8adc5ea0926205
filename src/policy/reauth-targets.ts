import { givesPower, type Role } from '../kernel/role.ts';

interface Target {
  readonly role: Role;
  readonly status: string;
}

/**
 * Whether a link for a new password of this person is worth more than an old sign-in vouches for. Who invites is shown the
 * link, so a stolen token would open every account that somebody uses already, and those that see or manage others.
 */
export const linkRequiresReauth = ({ role, status }: Target, hasWayIn: boolean): boolean =>
  givesPower(role) || status !== 'invited' || hasWayIn;
