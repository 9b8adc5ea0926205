import { Type } from 'typebox';
import { flagSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';
import type { RateLimit } from '../../platform/counters/sliding-window.ts';
import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { browserCookie } from '../../platform/http/browser-cookie.ts';
import { DetailAnswer } from '../../platform/http/wire.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { SIX_TYPED_DIGITS } from '../../platform/kernel/typed-code.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { OptionalTotp } from '../login/sign-in-wire.ts';
import { firstProof } from '../login/ways-in.ts';
import { CODE_LIVES, CODES_KEPT_FOR, mailedCodesTable } from './mailed-code.ts';
import { signInCodeActions } from './mailed-codes-actions.ts';
import { endAllCodes } from './mailed-codes-store.ts';
import { type CodeDeps, sendCode } from './send-code.ts';
import { CODE_PROVES, CODE_WAY, resumeWithCode, signInWithCode } from './sign-in-with-code.ts';

const email = Type.String({ minLength: 1, maxLength: 320 });

const SendCodeBody = Type.Object({
  email,
  send_code: Type.Literal(true, { description: 'Mails a six-digit code; the answer is 202, the same for everybody' }),
});

const CodeBody = Type.Object({
  email,
  code: Type.String({
    maxLength: 64,
    pattern: SIX_TYPED_DIGITS,
    description: 'As it was mailed; only with the cookie of that answer',
  }),
  totp: OptionalTotp,
});

const signInCodePersonalData: PersonalDataContributor = {
  room: 'sign-in-code',
  ...rowsOfPerson([mailedCodesTable]),
  description: {
    holds: 'codes mailed for signing in: times; digests of the code and of the browser that asked',
    erased: 'removed',
  },
};

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'sign-in-code': { readonly expires_at: Instant };
  }
}

const signInCodeMails: MailTemplates<'sign-in-code'> = {
  'sign-in-code': {
    hr: ({ expires_at }) => ({
      subject: '{code} je Vaš kod za prijavu',
      paragraphs: ['Upišite ovaj kod u preglednik u kojem ste ga zatražili:'],
      notes: [
        `Kod vrijedi do ${croatianTime(expires_at)}, samo jednom i samo u tom pregledniku.`,
        'Nikome ga ne govorite, ni kad Vas netko nazove i traži ga. Ako to niste bili Vi, zanemarite ovu poruku.',
      ],
    }),
    en: ({ expires_at }) => ({
      subject: '{code} is your sign-in code',
      paragraphs: ['Enter this code in the browser in which you asked for it:'],
      notes: [
        `The code works until ${englishTime(expires_at)}, only once and only in that browser.`,
        'Tell it to nobody, not even to somebody who calls and asks for it. If this was not you, ignore this message.',
      ],
    }),
  },
};

const signInCodeSettings = {
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

interface SignInCodeRoomDeps extends Pick<Platform, 'counters' | 'publicUrl' | 'settings'> {
  readonly mailsPerAddress: RateLimit;
  readonly mailsPerClient: RateLimit;
}

export const mailedCodesRoom = defineRoom({
  name: 'mailed-codes',
  tables: [mailedCodesTable],
  settings: signInCodeSettings,
  auditActions: signInCodeActions,
  mails: signInCodeMails,
  personalData: () => signInCodePersonalData,
  retention: [
    {
      name: 'mailed_codes',
      keptFor: CODES_KEPT_FOR,
      what: 'mailed codes after they expired',
      forget: dropRowsBefore(mailedCodesTable, 'expires_at'),
    },
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
            refusals: ['attempts.busy'],
            enter: (deps, request) => signInWithCode({ ...deps, ...own }, request),
          }),
        ],
        resumed: { [CODE_WAY]: { proved: CODE_PROVES, resume: resumeWithCode } },
      },
    };
  },
});
