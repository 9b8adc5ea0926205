import { Type } from 'typebox';
import { instant, nullableInstant } from '../../platform/http/wire.ts';
import { OptionalTotp } from '../login/sign-in-wire.ts';

/** Google's tokens have about 1,200 characters. */
const credential = Type.String({ minLength: 1, maxLength: 4096, description: 'The ID token issued by Google' });
const nonce = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'The nonce of the page’s request; the token must contain it',
  }),
);

export const GoogleSignInBody = Type.Object({
  credential,
  nonce,
  totp: OptionalTotp,
});

export const GoogleLinkBody = Type.Object({ credential, nonce });

export const GoogleLinkAnswer = Type.Object(
  {
    email: Type.String({ description: 'The address of the Google account when it was linked' }),
    linked_at: instant,
  },
  { title: 'GoogleLink' },
);

/** 200 without a link, since most accounts have none. */
export const GoogleStatusAnswer = Type.Object(
  {
    linked: Type.Boolean(),
    email: Type.Union([Type.String(), Type.Null()]),
    linked_at: nullableInstant,
  },
  { title: 'GoogleStatus' },
);
