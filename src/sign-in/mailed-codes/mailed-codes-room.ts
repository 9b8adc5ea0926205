import type { Settings } from '../../platform/config/settings.ts';
import type { RateLimit } from '../../platform/counters/sliding-window.ts';
import { browserCookie } from '../../platform/http/browser-cookie.ts';
import { DetailAnswer } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { firstProof } from '../login/ways-in.ts';
import type { CodeDeps } from './code-deps.ts';
import { CODE_LIVES, CODES_KEPT_FOR } from './mailed-code.ts';
import { signInCodeActions } from './mailed-codes-actions.ts';
import { signInCodeMails } from './mailed-codes-mails.ts';
import { signInCodePersonalData } from './mailed-codes-personal-data.ts';
import { signInCodeSettings } from './mailed-codes-settings.ts';
import { dropOldCodes, endAllCodes } from './mailed-codes-store.ts';
import { sendCode } from './send-code.ts';
import { CodeBody, SendCodeBody } from './sign-in-code-wire.ts';
import { CODE_PROVES, CODE_WAY, resumeWithCode, signInWithCode } from './sign-in-with-code.ts';

interface SignInCodeRoomDeps extends Pick<Platform, 'counters' | 'publicUrl'> {
  readonly settings: Settings;
  readonly mailsPerAddress: RateLimit;
  readonly mailsPerClient: RateLimit;
}

export const mailedCodesRoom = defineRoom({
  name: 'mailed-codes',
  settings: signInCodeSettings,
  auditActions: signInCodeActions,
  mails: signInCodeMails,
  personalData: () => signInCodePersonalData,
  retention: [
    { name: 'mailed_codes', keptFor: CODES_KEPT_FOR, what: 'mailed codes after they expired', forget: dropOldCodes },
  ],
  endAtRestore: endAllCodes,
  open: ({ settings, counters, publicUrl, mailsPerAddress, mailsPerClient }: SignInCodeRoomDeps) => {
    if (!settings.mailCodes.isOn) return {};
    const own: CodeDeps = {
      cookies: browserCookie(publicUrl, { name: 'svc_code', keptFor: CODE_LIVES, sameSite: 'Strict' }),
      mailsPerAddress,
      mailsPerClient,
      asking: counters.rateLimit('mail-code:client', { most: 600, within: minutes(1) }), // as for forgotten passwords
    };
    return {
      signIn: {
        firstProofs: [
          firstProof({
            name: 'send-code',
            chosenBy: 'send_code',
            body: SendCodeBody,
            audit: ['login.code.issue', 'login.code.miss'],
            refusals: [],
            accepted: {
              status: 202,
              description: 'A code was mailed, if it may be used; the same for everybody',
              schema: DetailAnswer,
            },
            enter: (deps, request) => sendCode({ ...deps, ...own }, request),
          }),
          firstProof({
            name: CODE_WAY,
            chosenBy: 'code',
            body: CodeBody,
            audit: [],
            refusals: [lockoutErrors['attempts.busy']],
            enter: (deps, request) => signInWithCode({ ...deps, ...own }, request),
          }),
        ],
        resumed: { [CODE_WAY]: { proved: CODE_PROVES, resume: resumeWithCode } },
      },
    };
  },
});
