import { defineRoom } from '../../platform/room/define-room.ts';
import { dropEmailChangeAddedBy, dropEmailChanges } from './email-changes-store.ts';
import { ownAccountActions } from './own-account-actions.ts';
import { ownAccountMails } from './own-account-mails.ts';
import { ownAccountPersonalData } from './own-account-personal-data.ts';
import { type OwnAccountDeps, ownAccountRoutes } from './own-account-routes.ts';
import { ownSessionsRoutes } from './own-sessions-routes.ts';

export const ownAccountRoom = defineRoom({
  name: 'own-account',
  auditActions: ownAccountActions,
  mails: ownAccountMails,
  personalData: () => ownAccountPersonalData,
  /** Of the address itself, see `alarms`. */
  takeBack: async (tx, _call, { id }, sids) => {
    await dropEmailChangeAddedBy(tx, id, sids);
    return [];
  },
  endAtRestore: dropEmailChanges,
  open: (deps: OwnAccountDeps) => ({ routes: [...ownAccountRoutes(deps), ...ownSessionsRoutes(deps)] }),
});
