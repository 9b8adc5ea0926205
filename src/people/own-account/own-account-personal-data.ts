import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { dropChangesTo, emailChangesTable } from './email-changes-store.ts';

export const ownAccountPersonalData: PersonalDataContributor = {
  room: 'own-account',
  ...rowsOfPerson([emailChangesTable]),
  eraseValues: (tx, { emails }) => dropChangesTo(tx, emails),
  description: { holds: 'a change of address under way: the new address, times', erased: 'removed' },
};
