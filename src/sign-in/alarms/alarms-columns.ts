import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const alarmsTables = {
  alarm_links: {
    id: { export: 'inner', erasure: 'removed' },
    user_id: { export: 'repeated', erasure: 'removed' },
    sid: { export: 'secret', erasure: 'removed' },
    address_hmac: { export: 'secret', erasure: 'removed' },
    old_email: { export: 'in change_alarms.old_email', erasure: 'removed' },
    old_verified_at: { export: 'in change_alarms.old_email_verified_at', erasure: 'removed' },
    seed: { export: 'secret', erasure: 'removed' },
    token_hash: { export: 'secret', erasure: 'removed' },
    created_at: { export: 'in change_alarms.created_at', erasure: 'removed' },
    expires_at: { export: 'in change_alarms.expires_at', erasure: 'removed' },
    used_at: { export: 'in change_alarms.used_at', erasure: 'removed' },
  },
} as const satisfies PersonalTables;
