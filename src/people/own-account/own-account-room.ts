import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { dropChangesTo, dropEmailChangeAddedBy, dropEmailChanges, emailChangesTable } from './email-changes-store.ts';
import { ownAccountActions } from './own-account-actions.ts';
import { meErrors } from './own-account-errors.ts';
import { ownAccountMails } from './own-account-mails.ts';
import { type OwnAccountDeps, ownAccountRoutes } from './own-account-routes.ts';
import { ownSessionsRoutes } from './own-sessions-routes.ts';

const ownAccountPersonalData: PersonalDataContributor = {
  room: 'own-account',
  ...rowsOfPerson([emailChangesTable]),
  eraseValues: (tx, { emails }) => dropChangesTo(tx, emails),
  description: { holds: 'a change of address under way: the new address, times', erased: 'removed' },
};

export const ownAccountRoom = defineRoom({
  name: 'own-account',
  refusals: meErrors,
  tables: [emailChangesTable],
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
