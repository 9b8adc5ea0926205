import { integerSetting, type Values } from './setting.ts';

export const retentionSettings = {
  deletedDays: integerSetting('SVC_DELETED_RETENTION_DAYS', {
    fallback: 30,
    min: 1,
    max: 3650,
    why: 'How long a deleted person can be taken back, days.',
  }),
  auditDays: integerSetting('SVC_AUDIT_RETENTION_DAYS', {
    fallback: 0,
    min: 0,
    max: 36_500,
    why: 'How long audit records are kept, days; 0 for ever. What goes leaves a signed stub, so that the rest still proves itself.',
  }),
  auditBurst: integerSetting('SVC_AUDIT_BURST', {
    fallback: 300,
    min: 1,
    max: 1_000_000,
    why: 'Audit records a minute of one action from one client address, of what anybody can cause without a sign-in and what changes nothing; what is above it is told by one record a minute.',
  }),
  inactiveWarnDays: integerSetting('SVC_INACTIVE_WARN_DAYS', {
    fallback: 0,
    min: 0,
    max: 3650,
    why: 'So many days after the last sign-in a mail warns the owner of an account; 0 never. More than `SVC_SESSION_MAX_DAYS`, so that nobody who is still signed in is warned.',
  }),
  inactiveSuspendDays: integerSetting('SVC_INACTIVE_SUSPEND_DAYS', {
    fallback: 0,
    min: 0,
    max: 3650,
    why: 'So many days after the last sign-in an account is suspended that was warned; 0 never. At least 7 more than `SVC_INACTIVE_WARN_DAYS`, and set only together with it. Superadmins are left out.',
  }),
} as const;

/** So long at least somebody has between the mail and the suspension. */
const LEAST_NOTICE_DAYS = 7;

/** What is wrong with days that are each in their range. */
export function inactivityProblems(
  { inactiveWarnDays: warn, inactiveSuspendDays: suspend }: Values<typeof retentionSettings>,
  longestSignInDays: number,
): string[] {
  if (warn === 0 && suspend === 0) return [];
  if (warn === 0 || suspend === 0)
    return [
      'SVC_INACTIVE_WARN_DAYS and SVC_INACTIVE_SUSPEND_DAYS are set together, or neither: nobody is suspended unwarned',
    ];
  const problems: string[] = [];
  if (suspend < warn + LEAST_NOTICE_DAYS)
    problems.push(`SVC_INACTIVE_SUSPEND_DAYS must be at least ${LEAST_NOTICE_DAYS} more than SVC_INACTIVE_WARN_DAYS`);
  if (warn <= longestSignInDays) problems.push('SVC_INACTIVE_WARN_DAYS must exceed SVC_SESSION_MAX_DAYS');
  return problems;
}
