import { choiceSetting, integerSetting } from '../../platform/config/setting.ts';
import type { Settings, SettingsOf } from '../../platform/config/settings.ts';

export const sessionSettings = {
  sessions: {
    accessMinutes: integerSetting('SVC_ACCESS_TTL_MIN', {
      fallback: 15,
      min: 1,
      max: 1440,
      why: 'Lifetime of an access token, minutes. Revocation does not wait for it: the session record is read at every request.',
    }),
    refreshDays: integerSetting('SVC_REFRESH_TTL_DAYS', {
      fallback: 30,
      min: 1,
      max: 365,
      why: 'Lifetime of a refresh token, days.',
    }),
    signInDays: integerSetting('SVC_SESSION_MAX_DAYS', {
      fallback: 90,
      min: 1,
      max: 365,
      why: 'A sign-in ends after this many days, however often it is refreshed.',
    }),
    refreshGraceSeconds: integerSetting('SVC_REFRESH_GRACE_SEC', {
      fallback: 10,
      min: 0,
      max: 60,
      why: 'Within this time a spent refresh token still gets the same successor, for parallel tabs and lost responses. Seconds.',
    }),
    mostSignIns: integerSetting('SVC_SESSIONS_MAX', {
      fallback: 1000,
      min: 1,
      max: 100_000,
      why: 'Most live sign-ins of one user. One more ends the least recently used.',
    }),
  },
  secondFactor: {
    requiredTier: choiceSetting('SVC_2FA_REQUIRED_TIER', {
      fallback: '',
      choices: ['', '0', '1', '2', '3', '4'],
      why: 'Users of this tier or a stronger one (a smaller number) must enrol a second factor before anything else. Empty: none must.',
    }),
    reauthMinutes: integerSetting('SVC_REAUTH_MIN', {
      fallback: 10,
      min: 1,
      max: 1440,
      why: 'How long after a sign-in or re-authentication the acts that require it are allowed, minutes.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof sessionSettings> {}
}

export const sessionProblems = ({ sessions }: Settings): string[] =>
  sessions.refreshDays > sessions.signInDays ? ['SVC_REFRESH_TTL_DAYS must not exceed SVC_SESSION_MAX_DAYS'] : [];
