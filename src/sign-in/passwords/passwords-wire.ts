import { Type } from 'typebox';
import { RawToken } from '../../accounts/action-tokens/action-tokens-wire.ts';
import { MOST_CODE_POINTS } from '../../platform/kernel/password-policy.ts';

/** The longest decomposition of one character: U+1F82 is an alpha and three marks (UAX #15 §12). */
const MOST_PIECES = 4;

/** A password in any Unicode form. This only limits the longest form; the length is checked after composition. */
export const Password = Type.String({
  minLength: 1,
  maxLength: MOST_PIECES * MOST_CODE_POINTS,
  maxLengthNfc: MOST_CODE_POINTS,
  description: `${MOST_CODE_POINTS} characters at most, counted in Unicode NFC`,
});

/** Older clients send `password`; one of the two is required. */
export const NewPasswordBody = Type.Object({
  token: RawToken,
  new_password: Type.Optional(Password),
  password: Type.Optional(Password),
  sign_in: Type.Optional(
    Type.Boolean({ description: 'Signs in at once, where status, second factor and enrolment allow it' }),
  ),
});

export const ChangePasswordBody = Type.Object({ current_password: Password, new_password: Password });

export const ForgotBody = Type.Object({ email: Type.String({ minLength: 1, maxLength: 320 }) });

export const ForgotAnswer = Type.Object(
  {
    detail: Type.String(),
    reset_token: Type.Optional(
      Type.String({ description: 'Only to callers on this machine, or when SVC_REVEAL_RESET_TOKEN is 1' }),
    ),
    reset_link: Type.Optional(Type.String()),
  },
  { title: 'ForgotPassword' },
);
