import { givesPower, type Role } from '../../platform/kernel/role.ts';

interface Target {
  readonly role: Role;
  readonly status: string;
}

/**
 * Whether a password link for this person requires recent authentication: for accounts in use, and for roles that see or manage
 * others. The inviter sees the link, so a stolen token could otherwise take over such an account.
 */
export const linkRequiresReauth = ({ role, status }: Target, hasWayIn: boolean): boolean =>
  givesPower(role) || status !== 'invited' || hasWayIn;
