import { findAccount } from '../../accounts/users/accounts-store.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { integerSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db } from '../../platform/database/database.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { type Instant, nowOf } from '../../platform/kernel/clock.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { counter, gauge, type MetricSource } from '../../platform/metrics/metric.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { isGuessable, lockoutKey } from './address-lock.ts';
import type { WrongGuessMeta } from './guess.ts';
import { createLockout, type Lockout } from './lockout.ts';
import { lockoutErrors } from './lockout-errors.ts';
import { COUNTED_FOR, HIGHEST_THRESHOLD } from './lockout-rule.ts';
import { dropLockouts, emptyLockout, findLockout, lockedAt, lockoutsTable } from './lockouts-store.ts';

/** Found by address: the current one for an export, every address the account ever had for an erasure. */
const lockoutPersonalData = (keys: Keyring): PersonalDataContributor => ({
  room: 'lockout',
  tables: [lockoutsTable],
  exportOf: async (db, userId) => {
    const account = await findAccount(db, userId);
    const row = account && isGuessable(account) && (await findLockout(db, lockoutKey(keys, account.email)));
    if (!row) return { wrong_attempts: null };
    const { failures, locked_until, failed_at, owner_told_at } = row;
    return { wrong_attempts: { in_a_row: failures, locked_until, last_at: failed_at, owner_told_at } };
  },
  erase: async () => {}, // the address is gone by then; `eraseValues` does it
  // Blanked, not deleted: an evaluation in progress may still count on the row.
  eraseValues: async (tx, { emails }) => {
    for (const email of emails) await emptyLockout(tx, lockoutKey(keys, email));
  },
  description: {
    holds:
      'under an HMAC of the address, with an account or without: how many wrong passwords and codes in a row, the last one, until when it is locked, and when its owner was told of guesses',
    erased: 'reset; the HMAC that is left is removed within a day',
  },
});

const lockoutSettings = {
  signIn: {
    lockThreshold: integerSetting('SVC_LOGIN_LOCK_THRESHOLD', {
      fallback: 5,
      min: 1,
      max: HIGHEST_THRESHOLD,
      why: 'Consecutive wrong passwords or codes that lock an account.',
    }),
    lockMinutes: integerSetting('SVC_LOGIN_LOCK_MINUTES', {
      fallback: 5,
      min: 1,
      max: 1440,
      why: 'How long the lock lasts, minutes.',
    }),
    addressThreshold: integerSetting('SVC_LOGIN_IP_THRESHOLD', {
      fallback: 10,
      min: 1,
      max: 1_000_000,
      why: 'Failed sign-ins from one client address within the window before it is blocked.',
    }),
    addressWindowSeconds: integerSetting('SVC_LOGIN_IP_WINDOW_SEC', {
      fallback: 300,
      min: 1,
      max: 86_400,
      why: 'Length of that sliding window, seconds.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof lockoutSettings> {}
}

const lockoutActions = {
  'login.locked': action<WrongGuessMeta & { reason?: string; lock_minutes: number; address_hmac?: string }>({
    group: 'signIn',
    act: { hr: 'zaključan račun', en: 'account locked' },
    deed: { en: 'locked the account by failing to sign in too often' },
    happens: {
      hr: 'Račun je zaključan nakon previše pogrešnih prijava{{at}}.',
      en: 'The account was locked after too many failed sign-ins{{at}}.',
    },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof lockoutActions> {}
}

/** Number of locked addresses, with or without an account, counted up to `most`. */
const countLockouts = (db: Db, at: Instant, most: number): Promise<number> => countUpTo(db, lockedAt(db, at), most);

const MOST_COUNTED = 10_000;

const lockoutMetrics = ({ database, clock }: Platform, lockout: Lockout): MetricSource[] => [
  async () => {
    const { lockouts, windowsCleared } = lockout.tallies();
    return [
      counter('iskaznica_lockouts_total', 'Locks that began: of accounts, and of addresses that have none.', lockouts),
      counter(
        'iskaznica_address_windows_cleared_total',
        'Client addresses whose failed sign-ins a successful one took back.',
        windowsCleared,
      ),
    ];
  },
  async () => {
    const locked = await countLockouts(database.read, nowOf(clock), MOST_COUNTED);
    return [gauge('iskaznica_accounts_locked', 'Locked now, addresses without an account too; 10000 at most.', locked)];
  },
];

export const lockoutRoom = defineRoom({
  name: 'lockout',
  refusals: lockoutErrors,
  tables: [lockoutsTable],
  settings: lockoutSettings,
  auditActions: lockoutActions,
  personalData: lockoutPersonalData,
  retention: [
    {
      name: 'lockouts',
      keptFor: COUNTED_FOR,
      what: 'counts of wrong passwords and codes after the last one',
      forget: dropLockouts,
    },
  ],
  open: (platform: Platform) => {
    const { counters, settings } = platform;
    const { signIn } = settings;
    const rule = { threshold: signIn.lockThreshold, lockFor: minutes(signIn.lockMinutes) };
    const window = { most: signIn.addressThreshold, within: seconds(signIn.addressWindowSeconds) };
    const addresses = counters.slidingWindow('sign-in', window);
    const lockout = createLockout({ ...platform, rule, addresses });
    return {
      services: { lockout },
      metrics: lockoutMetrics(platform, lockout),
    };
  },
});
