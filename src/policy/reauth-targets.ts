import { givesPower, type Role } from '../kernel/role.ts';

interface Target {
  readonly role: Role;
  readonly status: string;
}

/**
 * Whether a password link for this person requires recent authentication. The inviter sees the link, so a stolen token
 * could otherwise take over any account already in use, and those that see or manage others.
 */
export const linkRequiresReauth = ({ role, status }: Target, hasWayIn: boolean): boolean =>
  givesPower(role) || status !== 'invited' || hasWayIn;
