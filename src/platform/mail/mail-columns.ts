import type { PersonalTables } from '../database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const mailTables = {
  mails: {
    id: { export: 'inner', erasure: 'kept' },
    message_id: { export: 'inner', erasure: 'kept' },
    kind: { export: 'in mails.kind', erasure: 'kept' },
    user_id: { export: 'repeated', erasure: 'kept' },
    tenant_id: { export: 'repeated', erasure: 'kept' },
    to_address: { export: 'in mails.to', erasure: 'replaced' },
    language: { export: 'in mails.language', erasure: 'replaced' },
    params: { export: 'repeated', erasure: 'emptied' },
    secret_ref: { export: 'secret', erasure: 'emptied' },
    state: { export: 'in mails.state', erasure: 'kept' },
    attempts: { export: 'inner', erasure: 'kept' },
    due_at: { export: 'inner', erasure: 'kept' },
    leased_until: { export: 'inner', erasure: 'kept' },
    created_at: { export: 'in mails.created_at', erasure: 'kept' },
    sent_at: { export: 'in mails.sent_at', erasure: 'kept' },
    last_error: { export: 'inner', erasure: 'emptied' },
    named_id: { export: 'others', erasure: 'emptied' },
  },
} as const satisfies PersonalTables;
