import { Type } from 'typebox';
import { OwnUserAnswer } from '../../accounts/policy/own-user-wire.ts';
import { Password } from '../passwords/passwords-wire.ts';
import { Totp } from './totp-factor.ts';

export const RefreshBody = Type.Object({ refresh_token: Type.String({ minLength: 1, maxLength: 4096 }) });

/** Exactly one of the two. */
export const ReauthenticateBody = Type.Object({
  password: Type.Optional(Password),
  code: Type.Optional(Totp),
});

export const LogoutQuery = Type.Object({
  all: Type.Optional(Type.Boolean({ description: 'Ends every sign-in of the caller' })),
});

export const SignInAnswer = Type.Object(
  {
    access_token: Type.String(),
    refresh_token: Type.String(),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'Remaining lifetime of the access token, in seconds' }),
    user: OwnUserAnswer,
  },
  { title: 'SignIn' },
);
