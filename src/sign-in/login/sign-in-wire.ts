import { type Static, Type } from 'typebox';
import { OwnUserAnswer } from '../../accounts/permissions/own-user-wire.ts';
import { idOf } from '../../platform/http/wire.ts';
import { Password } from '../passwords/passwords-wire.ts';

const description = 'A 6-digit code or a recovery code';

const Totp = Type.String({ minLength: 1, maxLength: 64, description });

/** Empty or null counts as absent: forms send what was not filled in. */
export const OptionalTotp = Type.Optional(Type.Union([Type.String({ maxLength: 64, description }), Type.Null()]));

export const RefreshBody = Type.Object({
  refresh_token: Type.String({ minLength: 1, maxLength: 4096 }),
  tenant_id: Type.Optional(
    idOf({ description: 'Where the next pair acts: in the membership of the person in this tenant' }),
  ),
});
export type RefreshBody = Static<typeof RefreshBody>;

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
