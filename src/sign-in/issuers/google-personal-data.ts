import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { googleCredentialsUsedTable, googleLinksTable } from './google-links-store.ts';

export const googlePersonalData: PersonalDataContributor = {
  room: 'sign-in-google',
  ...rowsOfPerson([googleLinksTable, googleCredentialsUsedTable]),
  description: { holds: 'the linked Google account: its number, address, time', erased: 'removed' },
};
