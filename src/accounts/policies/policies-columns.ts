import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const consentsTables = {
  consents: {
    id: { export: 'in consents.consent_id', erasure: 'removed' },
    user_id: { export: 'repeated', erasure: 'removed' },
    guest_hash: { export: 'secret', erasure: 'removed' },
    policy_version: { export: 'in consents.policy_version', erasure: 'removed' },
    categories: { export: 'in consents.categories', erasure: 'removed' },
    recorded_at: { export: 'in consents.recorded_at', erasure: 'removed' },
    joined_at: { export: 'in consents.joined_at', erasure: 'removed' },
  },
} as const satisfies PersonalTables;
