import { integerSetting } from '../../platform/config/setting.ts';
import type { Settings, SettingsOf } from '../../platform/config/settings.ts';

export const retentionSettings = {
  retention: {
    deletedDays: integerSetting('SVC_DELETED_RETENTION_DAYS', {
      fallback: 30,
      min: 1,
      max: 3650,
      why: 'How long a deleted person can be restored, days.',
    }),
    auditDays: integerSetting('SVC_AUDIT_RETENTION_DAYS', {
      fallback: 0,
      min: 0,
      max: 36_500,
      why: 'How long audit records are kept, days; 0 for ever. Trimming leaves a signed stub, so that the rest can still be verified.',
    }),
    auditBurst: integerSetting('SVC_AUDIT_BURST', {
      fallback: 300,
      min: 1,
      max: 1_000_000,
      why: 'Audit records per minute, action and client address for events that anybody can cause without signing in and that change nothing; the rest is summed up in one record a minute.',
    }),
    inactiveWarnDays: integerSetting('SVC_INACTIVE_WARN_DAYS', {
      fallback: 0,
      min: 0,
      max: 3650,
      why: 'Days after the last sign-in until a mail warns the account’s owner; 0 never. More than `SVC_SESSION_MAX_DAYS`, so that nobody still signed in is warned.',
    }),
    inactiveSuspendDays: integerSetting('SVC_INACTIVE_SUSPEND_DAYS', {
      fallback: 0,
      min: 0,
      max: 3650,
      why: 'Days after the last sign-in until a warned account is suspended; 0 never. At least 7 more than `SVC_INACTIVE_WARN_DAYS`, and set only together with it. Superadmins are exempt.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof retentionSettings> {}
}

/** Minimum days between the warning mail and the suspension. */
const LEAST_NOTICE_DAYS = 7;

/** Problems with combinations of values that are each in range. */
export function inactivityProblems({ retention, sessions }: Settings): string[] {
  const { inactiveWarnDays: warn, inactiveSuspendDays: suspend } = retention;
  if (warn === 0 && suspend === 0) return [];
  if (warn === 0 || suspend === 0)
    return [
      'SVC_INACTIVE_WARN_DAYS and SVC_INACTIVE_SUSPEND_DAYS are set together, or neither: nobody is suspended unwarned',
    ];
  const problems: string[] = [];
  if (suspend < warn + LEAST_NOTICE_DAYS)
    problems.push(`SVC_INACTIVE_SUSPEND_DAYS must be at least ${LEAST_NOTICE_DAYS} more than SVC_INACTIVE_WARN_DAYS`);
  if (warn <= sessions.signInDays) problems.push('SVC_INACTIVE_WARN_DAYS must exceed SVC_SESSION_MAX_DAYS');
  return problems;
}
