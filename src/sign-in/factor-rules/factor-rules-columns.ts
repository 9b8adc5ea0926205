import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const factorPolicyTables = {
  factor_reminders: {
    user_id: { export: 'repeated', erasure: 'removed' },
    reminded_at: { export: 'in second_factor_reminded_at', erasure: 'removed' },
  },
} as const satisfies PersonalTables;
