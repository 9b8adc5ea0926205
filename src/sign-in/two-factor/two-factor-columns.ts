import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const twoFactorTables = {
  two_factor: {
    user_id: { export: 'repeated', erasure: 'removed' },
    secret: { export: 'secret', erasure: 'removed' },
    set_up_at: { export: 'inner', erasure: 'removed' },
    enabled_at: { export: 'in two_factor.enabled_at', erasure: 'removed' },
    last_step: { export: 'secret', erasure: 'removed' },
    set_up_by: { export: 'secret', erasure: 'removed' },
    enabled_by: { export: 'secret', erasure: 'removed' },
  },
  recovery_codes: {
    code_hmac: { export: 'secret', erasure: 'removed' },
    user_id: { export: 'repeated', erasure: 'removed' },
    created_at: { export: 'inner', erasure: 'removed' },
    used_at: { export: 'from two_factor.recovery_codes_left', erasure: 'removed' },
    added_by: { export: 'secret', erasure: 'removed' },
  },
} as const satisfies PersonalTables;
