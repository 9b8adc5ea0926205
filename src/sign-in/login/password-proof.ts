import { Type } from 'typebox';
import { Password } from '../passwords/passwords-wire.ts';
import { OptionalTotp } from './sign-in-wire.ts';
import { PASSWORD_WAY, signInWithPassword } from './sign-in-with-password.ts';
import { firstProof } from './ways-in.ts';

const LoginBody = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  password: Password,
  totp: OptionalTotp,
});

/** The way in of everybody who sends nothing that chooses another. */
export const passwordProof = firstProof({
  name: PASSWORD_WAY,
  chosenBy: 'password',
  body: LoginBody,
  audit: [],
  refusals: ['attempts.busy', 'passwords.busy'],
  enter: (deps, { body, call, limitKey, left }) => signInWithPassword(deps, call, limitKey, body, left),
});
