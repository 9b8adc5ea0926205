import { flagSetting } from '../config/setting.ts';
import type { SettingsOf } from '../config/settings.ts';

export const actionTokenSettings = {
  reset: {
    revealResetToken: flagSetting('SVC_REVEAL_RESET_TOKEN', {
      why: '`1`: forgot-password returns the reset token to anybody. For tests only; warns at start.',
    }),
  },
} as const;

declare module '../config/settings.ts' {
  interface Settings extends SettingsOf<typeof actionTokenSettings> {}
}
