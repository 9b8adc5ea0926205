import type { HasRecentSignIn } from '../http/route-access.ts';
import type { InvitationDeps } from '../invitations/invite-user.ts';
import type { ReauthDeps } from '../policy/reauth-for-link.ts';

/** The dependencies of acts on people. */
export interface BulkRunDeps extends InvitationDeps, ReauthDeps {}

export interface BulkActsDeps extends BulkRunDeps {
  readonly hasRecentSignIn: HasRecentSignIn;
  /** Starts queued work now instead of at the next poll. */
  readonly wake: () => Promise<void>;
}
