import { integerSetting, textSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';

export const passwordSettings = {
  passwords: {
    bcryptCost: integerSetting('SVC_BCRYPT_COST', {
      fallback: 12,
      min: 10,
      max: 15,
      why: 'Cost of a password hash; one more doubles it. A hash of lower cost is renewed at the next sign-in, one of higher cost is not imported. After it is lowered, every check still takes as long as the most expensive stored hash.',
    }),
    passwordMin: integerSetting('SVC_PASSWORD_MIN', {
      fallback: 8,
      min: 8,
      max: 64,
      why: 'Minimum length of a new password.',
    }),
  },
  breachedPasswords: {
    file: textSetting('SVC_BREACHED_PASSWORDS_FILE', {
      fallback: '',
      why: 'List of passwords known from breaches, as `passwords build-breach-list` makes it: none of them can be set anew. Read at each new password, from this disk alone. Empty: off. A file that is missing or damaged stops the start.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof passwordSettings> {}
}
