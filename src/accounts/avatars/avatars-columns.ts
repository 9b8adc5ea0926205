import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const avatarsTables = {
  avatar_stamps: {
    user_id: { export: 'repeated', erasure: 'removed' },
    stamp: { export: 'inner', erasure: 'removed' },
  },
} as const satisfies PersonalTables;
