import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const signInCodeTables = {
  mailed_codes: {
    id: { export: 'inner', erasure: 'removed' },
    user_id: { export: 'repeated', erasure: 'removed' },
    browser: { export: 'secret', erasure: 'removed' },
    seed: { export: 'secret', erasure: 'removed' },
    code_hmac: { export: 'secret', erasure: 'removed' },
    tries: { export: 'inner', erasure: 'removed' },
    created_at: { export: 'in mailed_codes.created_at', erasure: 'removed' },
    expires_at: { export: 'in mailed_codes.expires_at', erasure: 'removed' },
    used_at: { export: 'in mailed_codes.used_at', erasure: 'removed' },
  },
} as const satisfies PersonalTables;
