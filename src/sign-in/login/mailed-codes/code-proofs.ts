import { Type } from 'typebox';
import type { RateLimit } from '../../../platform/counters/sliding-window.ts';
import { browserCookie } from '../../../platform/http/browser-cookie.ts';
import { DetailAnswer } from '../../../platform/http/wire.ts';
import { minutes } from '../../../platform/kernel/durations.ts';
import { SIX_TYPED_DIGITS } from '../../../platform/kernel/typed-code.ts';
import type { Platform } from '../../../platform/room/platform.ts';
import { OptionalTotp } from '../sign-in-wire.ts';
import { type FirstProof, firstProof } from '../ways-in.ts';
import { CODE_LIVES } from './mailed-code.ts';
import { type CodeDeps, sendCode } from './send-code.ts';
import { CODE_WAY, signInWithCode } from './sign-in-with-code.ts';

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

export interface CodeProofsDeps extends Pick<Platform, 'counters' | 'publicUrl'> {
  readonly mailsPerAddress: RateLimit;
  readonly mailsPerClient: RateLimit;
}

/** Asking for a code, and signing in with it. */
export function codeProofs({ counters, publicUrl, mailsPerAddress, mailsPerClient }: CodeProofsDeps): FirstProof[] {
  const own: CodeDeps = {
    cookies: browserCookie(publicUrl, { name: 'svc_code', keptFor: CODE_LIVES, sameSite: 'Strict' }),
    mailsPerAddress,
    mailsPerClient,
    asking: counters.rateLimit('mail-code:client', { most: 600, within: minutes(1) }), // as for forgotten passwords
  };
  return [
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
  ];
}
