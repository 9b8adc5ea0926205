import type { Manager } from '../../accounts/policy/managing-users.ts';
import {
  anyRequiresReauth,
  type ReauthDeps,
  WHEN_LINK_REQUIRES_REAUTH,
} from '../../accounts/policy/reauth-for-link.ts';
import { findMail } from '../../platform/mail/list-mails.ts';
import { linkIn } from './mail-actions.ts';

/** Requires re-authentication if the mail in the path has a link to an account that requires it. */
export const reauthForMail = (deps: ReauthDeps) => ({
  when: `where the mail brings an invitation or a link for a new password, ${WHEN_LINK_REQUIRES_REAUTH}`,
  applies: async ({ params }: { readonly params: { readonly id: number } }, caller: Manager) => {
    const mail = await findMail(deps.database.read, params.id);
    return mail !== undefined && linkIn(mail) !== undefined && anyRequiresReauth(deps, caller, [mail.user_id ?? 0]);
  },
});
