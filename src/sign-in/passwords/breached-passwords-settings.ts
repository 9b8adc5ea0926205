import { textSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';

export const breachedPasswordsSettings = {
  breachedPasswords: {
    file: textSetting('SVC_BREACHED_PASSWORDS_FILE', {
      fallback: '',
      why: 'List of passwords known from breaches, as `passwords build-breach-list` makes it: none of them can be set anew. Read at each new password, from this disk alone. Empty: off. A file that is missing or damaged stops the start.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof breachedPasswordsSettings> {}
}
