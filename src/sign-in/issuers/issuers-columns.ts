import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const identityTables = {
  identity_links: {
    issuer: { export: 'in linked_identities.issuer', erasure: 'removed' },
    subject: { export: 'in linked_identities.subject', erasure: 'removed' },
    user_id: { export: 'repeated', erasure: 'removed' },
    email: { export: 'in linked_identities.email', erasure: 'removed' },
    linked_at: { export: 'in linked_identities.linked_at', erasure: 'removed' },
    added_by: { export: 'secret', erasure: 'removed' },
  },
} as const satisfies PersonalTables;
