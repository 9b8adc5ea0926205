import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';

/**
 * `spent_challenges` has nothing to export or erase: random numbers identify nobody and are dropped within minutes of
 * their expiry.
 */
export const loginPersonalData: PersonalDataContributor = {
  room: 'challenges',
  tables: { spent_challenges: 'nobody' },
  exportOf: async () => ({}),
  erase: async () => {},
  parts: {},
  description: { holds: 'numbers of spent challenges, which identify nobody', erased: 'kept for minutes' },
};
