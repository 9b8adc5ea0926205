import { Type } from 'typebox';
import { RawToken } from '../action-tokens/action-tokens-wire.ts';
import { MOST_CODE_POINTS } from '../kernel/password-policy.ts';

/** What one character takes at most when it is taken apart: U+1F82 is an alpha and three marks (UAX #15 §12). */
const MOST_PIECES = 4;

/** A password, however it is spelled: its length is judged once composed, below a bound that no spelling of the longest exceeds. */
export const Password = Type.String({
  minLength: 1,
  maxLength: MOST_PIECES * MOST_CODE_POINTS,
  maxLengthNfc: MOST_CODE_POINTS,
  description: `${MOST_CODE_POINTS} characters at most, counted in Unicode NFC`,
});

/** The new password may be called `password` too, as older clients do; one of them must be there. */
export const NewPasswordBody = Type.Object({
  token: RawToken,
  new_password: Type.Optional(Password),
  password: Type.Optional(Password),
});

export const ChangePasswordBody = Type.Object({ current_password: Password, new_password: Password });
