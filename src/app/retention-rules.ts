import { dropOldTokens } from '../action-tokens/redeem-action-token.ts';
import { auditTrimmer } from '../audit/trim-audit.ts';
import type { Settings } from '../config/settings.ts';
import { GUEST_KNOWN_FOR } from '../consents/guest-cookie.ts';
import { dropOldGuests } from '../consents/list-consents.ts';
import type { Database } from '../database/database.ts';
import { suspendInactiveAccounts, warnInactiveAccounts } from '../inactivity/retire-inactive.ts';
import type { Clock } from '../kernel/clock.ts';
import { days, type Milliseconds } from '../kernel/durations.ts';
import type { Keyring } from '../keys/keyring.ts';
import { blankEndedMails } from '../mail/list-mails.ts';
import type { RetentionPlan, RetentionRule, RetentionTask } from '../privacy/keep-retention.ts';
import { dropOldSignIns } from '../sessions/end-sessions.ts';

/** The contents of mails, in the outbox and as recorded files. */
export const MAILS_KEPT_FOR: Milliseconds = days(30);

/** What is not kept any longer, and how long it is. docs/personal-data.md repeats it. */
export const retentionRules: readonly RetentionRule[] = [
  { name: 'action_tokens', keptFor: days(90), what: 'links after they expired', forget: dropOldTokens },
  { name: 'sign_ins', keptFor: days(90), what: 'sign-ins after they ended or ran out', forget: dropOldSignIns },
  {
    name: 'mails',
    keptFor: MAILS_KEPT_FOR,
    what: 'the contents of mails after they were made',
    forget: blankEndedMails,
  },
  { name: 'consents', keptFor: GUEST_KNOWN_FOR, what: 'consents of guests who never signed in', forget: dropOldGuests },
];

/** Only where the settings name a time: an audit log is kept for ever unless somebody decides otherwise. */
const auditRules = ({ retention: { auditDays } }: Settings, keys: Keyring, clock: Clock): RetentionRule[] =>
  auditDays === 0
    ? []
    : [{ name: 'audit', keptFor: days(auditDays), what: 'audit records', forget: auditTrimmer(keys, clock) }];

/** Only where the settings name the days. Suspensions come first: who is suspended needs no second warning. */
function inactivityTasks({ retention }: Settings, parts: { database: Database; clock: Clock }): RetentionTask[] {
  if (retention.inactiveWarnDays === 0) return [];
  return [
    { name: 'inactive_suspended', run: () => suspendInactiveAccounts(parts, retention) },
    { name: 'inactive_warned', run: () => warnInactiveAccounts(parts, retention) },
  ];
}

/** Everything a run of retention sees to, by the settings. */
export const retentionPlan = (
  settings: Settings,
  parts: { database: Database; clock: Clock; keys: Keyring },
): RetentionPlan => ({
  rules: [...retentionRules, ...auditRules(settings, parts.keys, parts.clock)],
  tasks: inactivityTasks(settings, parts),
  deletedUsersKeptFor: days(settings.retention.deletedDays),
});
