import type { ReauthDeps } from '../../accounts/policy/reauth-for-link.ts';
import type { HasRecentSignIn } from '../../platform/http/route-access.ts';
import type { InvitationDeps } from '../invitations/invite-user.ts';

/** The dependencies of acts on people. */
export interface BulkRunDeps extends InvitationDeps, ReauthDeps {}

export interface BulkActsDeps extends BulkRunDeps {
  readonly hasRecentSignIn: HasRecentSignIn;
  /** Starts queued work now instead of at the next poll. */
  readonly wake: () => Promise<void>;
}
