import { flagSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';
import { isLoopbackUrl } from '../../platform/http/local-call.ts';
import { days, hours } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { actionTokensTable } from './action-token.ts';
import { actionTokenErrors } from './action-tokens-errors.ts';
import { actionTokensPersonalData } from './action-tokens-personal-data.ts';
import { MOST_AN_HOUR } from './mail-limits.ts';
import { cancelAllTokens, dropOldTokens } from './token-rows-store.ts';

const actionTokenSettings = {
  reset: {
    revealResetToken: flagSetting('SVC_REVEAL_RESET_TOKEN', {
      why: '`1`: forgot-password returns the reset token to anybody. For tests only; warns at start.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof actionTokenSettings> {}
}

export const actionTokensRoom = defineRoom({
  name: 'action-tokens',
  refusals: actionTokenErrors,
  tables: [actionTokensTable],
  settings: actionTokenSettings,
  personalData: () => actionTokensPersonalData,
  retention: [{ name: 'action_tokens', keptFor: days(90), what: 'links after they expired', forget: dropOldTokens }],
  endAtRestore: cancelAllTokens,
  open: ({ counters, settings, publicUrl }: Pick<Platform, 'counters' | 'settings' | 'publicUrl'>) => ({
    services: {
      /** Mails to one address that anybody may cause. */
      mailsPerAddress: counters.rateLimit('mail:address', { most: settings.mail.addressHourly, within: hours(1) }),
      /** Mails to one address that administrators and services may cause. */
      linksPerAddress: counters.rateLimit('link:address', { most: MOST_AN_HOUR, within: hours(1) }),
      /** Mails that one client address causes. */
      mailsPerClient: counters.rateLimit('mail:client', { most: settings.mail.ipHourly, within: hours(1) }),
      /** Whether a response may carry a token: by setting, or to a caller on this machine. */
      mayReveal: (isLocalCall: boolean) => settings.reset.revealResetToken || (isLocalCall && isLoopbackUrl(publicUrl)),
    },
  }),
});
