import type { Caller } from '../http/caller.ts';
import { anyRequiresReauth, type ReauthDeps, WHEN_LINK_REQUIRES_REAUTH } from '../policy/reauth-for-link.ts';
import type { BulkBody } from './user-admin-wire.ts';

/** One person for whom it is needed makes it needed for all: half an act would be harder to understand than a question. */
export const reauthForBulk = (deps: ReauthDeps) => ({
  when: `to give people a role, and to invite if it is needed for any of them: ${WHEN_LINK_REQUIRES_REAUTH}`,
  applies: async ({ body: { action, ids } }: { readonly body: BulkBody }, caller: Caller) =>
    action === 'role' || (action === 'invite' && anyRequiresReauth(deps, caller, ids)),
});
