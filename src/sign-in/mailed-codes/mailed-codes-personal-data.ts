import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { mailedCodesTable } from './mailed-code.ts';

export const signInCodePersonalData: PersonalDataContributor = {
  room: 'sign-in-code',
  ...rowsOfPerson([mailedCodesTable]),
  description: {
    holds: 'codes mailed for signing in: times; digests of the code and of the browser that asked',
    erased: 'removed',
  },
};
