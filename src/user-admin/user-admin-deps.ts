import type { InvitationDeps } from '../invitations/invite-user.ts';
import type { ReauthDeps } from '../policy/reauth-for-link.ts';
import type { ShowUser } from '../users/user-wire.ts';

/** What managing people is made of. */
export interface UserAdminDeps extends InvitationDeps, ReauthDeps {
  readonly showUser: ShowUser;
  /** Days in which a deletion can be taken back. */
  readonly retentionDays: number;
}
