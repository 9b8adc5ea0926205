import { flagSetting } from './setting.ts';

export const resetSettings = {
  revealResetToken: flagSetting('SVC_REVEAL_RESET_TOKEN', {
    why: '`1`: the answer of forgot-password carries the reset token to anybody. For tests only; warns at start.',
  }),
} as const;
