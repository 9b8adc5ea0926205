import { suspendInactive, warnInactive } from '../../accounts/users/inactive-users.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { enqueueMails } from '../../platform/mail/enqueue-mail.ts';
import type { RetentionTask } from '../../platform/room/contributions.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { endSessionsOf } from '../../sign-in/sessions/end-sessions.ts';

/** The settings for inactive accounts; both are set, or neither. */
type InactiveDays = Pick<Settings['retention'], 'inactiveWarnDays' | 'inactiveSuspendDays'>;

/** None when inactive accounts are kept. Suspension runs first: a suspended user needs no second warning. */
export const inactivityTasks = (
  platform: Pick<Platform, 'database' | 'clock'>,
  wanted: InactiveDays,
): readonly RetentionTask[] =>
  wanted.inactiveWarnDays === 0
    ? []
    : [
        { name: 'inactive_suspended', run: () => suspendInactiveAccounts(platform, wanted) },
        { name: 'inactive_warned', run: () => warnInactiveAccounts(platform, wanted) },
      ];

/** Warns owners of inactive accounts when they will be suspended, at most once per warning period. Returns how many. */
function warnInactiveAccounts(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  wanted: InactiveDays,
): Promise<number> {
  const now = clock.now();
  const at = instantAt(now);
  const suspend_at = instantAt(now + noticeOf(wanted));
  const inactivity = { before: instantAt(now - days(wanted.inactiveWarnDays)), warnedBefore: undefined };
  return warnInactive(database, inactivity, at, (tx, users) =>
    enqueueMails(
      tx,
      users.map((to) => {
        const params = { last_at: to.last_login_at ?? ('' as const), suspend_at };
        return { kind: 'account-inactive', to, params, at } as const;
      }),
    ),
  );
}

/**
 * Suspends users who were warned long enough ago and have not signed in since. The records have no actor. Returns how
 * many.
 */
function suspendInactiveAccounts(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  wanted: InactiveDays,
): Promise<number> {
  const now = clock.now();
  const at = instantAt(now);
  const before = instantAt(now - days(wanted.inactiveSuspendDays));
  const inactivity = { before, warnedBefore: instantAt(now - noticeOf(wanted)) };
  return suspendInactive(database, inactivity, at, async (tx, users) => {
    for (const user of users) {
      const ended = await endSessionsOf(tx, user.id, 'suspended', at);
      const meta = { reason: 'inactive', sessions_ended: ended };
      await recordAudit(tx, byOperator(['user.suspend'], at), {
        action: 'user.suspend',
        about: user,
        meta,
      });
    }
  });
}

/** Time between warning and suspension, also for accounts inactive long before. */
const noticeOf = ({ inactiveWarnDays, inactiveSuspendDays }: InactiveDays) =>
  days(inactiveSuspendDays - inactiveWarnDays);
