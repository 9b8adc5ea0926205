import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { factorPolicyTables } from './factor-rules-columns.ts';
import { findReminder, forgetReminder } from './factor-rules-store.ts';

export const factorPolicyPersonalData: PersonalDataContributor = {
  room: 'factor-policy',
  tables: factorPolicyTables,
  exportOf: async (db, userId) => ({
    second_factor_reminded_at: (await findReminder(db, userId))?.reminded_at ?? null,
  }),
  erase: forgetReminder,
  parts: {
    second_factor_reminded_at: { purpose: 'security', kept: { rule: 'factor_reminders', from: 'made' } },
  },
  description: {
    holds: 'when somebody was last reminded to turn on two-step sign-in',
    erased: 'removed',
  },
};
