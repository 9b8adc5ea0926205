import type { HasRecentSignIn } from '../http/route-access.ts';
import type { InvitationDeps } from '../invitations/invite-user.ts';
import type { ReauthDeps } from '../policy/reauth-for-link.ts';

/** What acting on people needs. */
export interface BulkRunDeps extends InvitationDeps, ReauthDeps {}

export interface BulkActsDeps extends BulkRunDeps {
  readonly hasRecentSignIn: HasRecentSignIn;
  /** Has queued work looked at now rather than soon. */
  readonly wake: () => Promise<void>;
}
