import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { factorRemindersTable } from './factor-rules-store.ts';

export const factorPolicyPersonalData: PersonalDataContributor = {
  room: 'factor-policy',
  ...rowsOfPerson([factorRemindersTable]),
  description: {
    holds: 'when somebody was last reminded to turn on two-step sign-in',
    erased: 'removed',
  },
};
