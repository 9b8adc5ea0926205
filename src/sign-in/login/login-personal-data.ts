import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { spentChallengesTable } from './challenges-store.ts';

export const loginPersonalData: PersonalDataContributor = {
  room: 'challenges',
  ...rowsOfPerson([spentChallengesTable]),
  description: { holds: 'numbers of spent challenges, which identify nobody', erased: 'kept for minutes' },
};
