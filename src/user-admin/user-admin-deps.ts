import type { FewMails } from '../action-tokens/few-mails.ts';
import type { InvitationDeps } from '../invitations/invite-user.ts';
import type { ShowPasskey } from '../passkeys/show-passkey.ts';
import type { ReauthDeps } from '../policy/reauth-for-link.ts';
import type { SecondFactors } from '../policy/second-factors.ts';
import type { ShowUser } from '../users/user-wire.ts';

export interface UserAdminDeps extends InvitationDeps, ReauthDeps, FewMails {
  readonly factors: SecondFactors;
  readonly showUser: ShowUser;
  readonly showPasskey: ShowPasskey;
  /** Days in which a deletion can be undone. */
  readonly retentionDays: number;
}
