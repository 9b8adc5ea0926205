import { Type } from 'typebox';
import { Password } from '../passwords/passwords-wire.ts';
import { UserAnswer } from '../users/user-wire.ts';

export const LoginBody = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  password: Password,
  totp: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'A 6-digit code or a recovery code' })),
});

export const RefreshBody = Type.Object({ refresh_token: Type.String({ minLength: 1, maxLength: 4096 }) });

/** One of the two. */
export const ReauthenticateBody = Type.Object({
  password: Type.Optional(Password),
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'A 6-digit code or a recovery code' })),
});

export const LogoutQuery = Type.Object({
  all: Type.Optional(Type.Boolean({ description: 'Ends every sign-in of the caller' })),
});

export const SignInAnswer = Type.Object(
  {
    access_token: Type.String(),
    refresh_token: Type.String(),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'Seconds that the access token still has' }),
    user: UserAnswer,
  },
  { title: 'SignIn' },
);
