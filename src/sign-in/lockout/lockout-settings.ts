import { integerSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';
import { HIGHEST_THRESHOLD } from './lockout-rule.ts';

export const lockoutSettings = {
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
