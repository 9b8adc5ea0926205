import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { dropChangesTo, dropEmailChangeAddedBy, dropEmailChanges, emailChangesTable } from './email-changes-store.ts';
import { ownAccountActions } from './own-account-actions.ts';
import { ownAccountMails } from './own-account-mails.ts';
import { type OwnAccountDeps, ownAccountRoutes } from './own-account-routes.ts';
import { ownSessionsRoutes } from './own-sessions-routes.ts';

const meErrors = declareRefusals({
  'email.code_wrong': {
    status: 400,
    hr: 'Kod nije ispravan ili više ne vrijedi. Zatražite novi.',
    en: 'The code is wrong or no longer valid. Ask for a new one.',
    when: 'The code of an e-mail change is wrong, expired or replaced by a newer one. Counted like a wrong sign-in.',
  },
  'sessions.not_found': {
    status: 404,
    hr: 'Te prijave nema među Vašim aktivnim prijavama.',
    en: 'That sign-in is not among your active ones.',
    when: 'The sign-in is unknown, has ended, or is somebody else’s; the answer does not say which.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof meErrors> {}
}

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
