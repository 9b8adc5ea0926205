import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const actionTokensTables = {
  action_tokens: {
    id: { export: 'inner', erasure: 'kept' },
    seed: { export: 'secret', erasure: 'replaced' },
    token_hash: { export: 'secret', erasure: 'replaced' },
    user_id: { export: 'repeated', erasure: 'kept' },
    kind: { export: 'in links.kind', erasure: 'kept' },
    expires_at: { export: 'in links.expires_at', erasure: 'kept' },
    used_at: { export: 'in links.used_at', erasure: 'kept' },
    replaced_at: { export: 'in links.replaced_at', erasure: 'kept' },
    cancelled_at: { export: 'in links.cancelled_at', erasure: 'kept' },
    created_at: { export: 'in links.created_at', erasure: 'kept' },
    created_by: { export: 'others', erasure: 'kept' },
    ip: { export: 'in links.ip', erasure: 'emptied' },
    meta: { export: 'inner', erasure: 'emptied' },
  },
} as const satisfies PersonalTables;
