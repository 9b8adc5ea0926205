import { Type } from 'typebox';
import { SIX_TYPED_DIGITS } from '../../platform/kernel/typed-code.ts';
import { OptionalTotp } from '../login/sign-in-wire.ts';

const email = Type.String({ minLength: 1, maxLength: 320 });

export const SendCodeBody = Type.Object({
  email,
  send_code: Type.Literal(true, { description: 'Mails a six-digit code; the answer is 202, the same for everybody' }),
});

export const CodeBody = Type.Object({
  email,
  code: Type.String({
    maxLength: 64,
    pattern: SIX_TYPED_DIGITS,
    description: 'As it was mailed; only with the cookie of that answer',
  }),
  totp: OptionalTotp,
});
