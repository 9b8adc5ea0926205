import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const lockoutTables = {
  lockouts: {
    address_hmac: { export: 'secret', erasure: 'kept' },
    failures: { export: 'in wrong_attempts.in_a_row', erasure: 'emptied' },
    guessed_codes: { export: 'inner', erasure: 'emptied' },
    failed_at: { export: 'in wrong_attempts.last_at', erasure: 'emptied' },
    locked_until: { export: 'in wrong_attempts.locked_until', erasure: 'emptied' },
    owner_told_at: { export: 'in wrong_attempts.owner_told_at', erasure: 'emptied' },
    lease: { export: 'inner', erasure: 'kept' },
    places: { export: 'inner', erasure: 'kept' },
    places_before: { export: 'inner', erasure: 'kept' },
  },
} as const satisfies PersonalTables;
