import type { RequireRecentSignIn } from '../http/route-access.ts';
import type { InvitationDeps } from '../invitations/invite-user.ts';
import type { ShowUser } from '../users/user-wire.ts';

/** What managing people is made of. */
export interface UserAdminDeps extends InvitationDeps {
  readonly showUser: ShowUser;
  readonly requireRecentSignIn: RequireRecentSignIn;
  /** Days in which a deletion can be taken back. */
  readonly retentionDays: number;
}
