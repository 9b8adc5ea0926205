import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const googleTables = {
  google_links: {
    user_id: { export: 'repeated', erasure: 'removed' },
    subject: { export: 'in google_account.subject', erasure: 'removed' },
    email: { export: 'in google_account.email', erasure: 'removed' },
    linked_at: { export: 'in google_account.linked_at', erasure: 'removed' },
    added_by: { export: 'secret', erasure: 'removed' },
  },
  google_credentials_used: 'nobody',
} as const satisfies PersonalTables;
