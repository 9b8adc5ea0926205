import { flagSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';

export const actionTokenSettings = {
  reset: {
    revealResetToken: flagSetting('SVC_REVEAL_RESET_TOKEN', {
      why: '`1`: forgot-password returns the reset token to anybody. For tests only; warns at start.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof actionTokenSettings> {}
}
