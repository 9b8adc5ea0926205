import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const ownAccountTables = {
  email_changes: {
    user_id: { export: 'repeated', erasure: 'removed' },
    new_email: { export: 'in email_change.new_email', erasure: 'removed' },
    seed: { export: 'secret', erasure: 'removed' },
    code_hash: { export: 'secret', erasure: 'removed' },
    requested_by: { export: 'others', erasure: 'removed' },
    created_at: { export: 'in email_change.created_at', erasure: 'removed' },
    added_by: { export: 'secret', erasure: 'removed' },
    expires_at: { export: 'in email_change.expires_at', erasure: 'removed' },
  },
} as const satisfies PersonalTables;
