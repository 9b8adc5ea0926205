import { flagSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';

export const signInCodeSettings = {
  mailCodes: {
    isOn: flagSetting('SVC_MAIL_CODES', {
      fallback: true,
      why: '`1`: people of tiers 2 to 4 may sign in with a code that is mailed to them. `0`: nobody.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof signInCodeSettings> {}
}
