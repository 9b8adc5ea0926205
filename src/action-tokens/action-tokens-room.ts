import { isLoopbackUrl } from '../http/local-call.ts';
import { days, hours } from '../kernel/durations.ts';
import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { actionTokensPersonalData } from './action-tokens-personal-data.ts';
import { dropOldTokens } from './redeem-action-token.ts';

export const actionTokensRoom = defineRoom({
  name: 'action-tokens',
  personalData: () => actionTokensPersonalData,
  retention: [{ name: 'action_tokens', keptFor: days(90), what: 'links after they expired', forget: dropOldTokens }],
  open: ({ counters, settings, publicUrl }: Pick<Ground, 'counters' | 'settings' | 'publicUrl'>) => ({
    offers: {
      /** Mails that strangers cause to one address. */
      mailsPerAddress: counters.slidingWindow('mail:address', { most: settings.mail.addressHourly, within: hours(1) }),
      /** Mails that one client address causes. */
      mailsPerClient: counters.slidingWindow('mail:client', { most: settings.mail.ipHourly, within: hours(1) }),
      /** Whether an answer may carry a token: by setting, or to a caller on this very machine. */
      mayReveal: (isLocalCall: boolean) => settings.reset.revealResetToken || (isLocalCall && isLoopbackUrl(publicUrl)),
    },
  }),
});
