import type { FewMails } from '../../accounts/action-tokens/few-mails.ts';
import type { ReauthDeps } from '../../accounts/policy/reauth-for-link.ts';
import type { SecondFactors } from '../../accounts/policy/second-factors.ts';
import type { ShowUser } from '../../accounts/users/user-wire.ts';
import type { ShowPasskey } from '../../sign-in/passkeys/show-passkey.ts';
import type { InvitationDeps } from '../invitations/invite-user.ts';

export interface UserAdminDeps extends InvitationDeps, ReauthDeps, FewMails {
  readonly factors: SecondFactors;
  readonly showUser: ShowUser;
  readonly showPasskey: ShowPasskey;
  /** Days in which a deletion can be undone. */
  readonly retentionDays: number;
}
