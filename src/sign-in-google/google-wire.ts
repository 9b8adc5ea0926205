import { Type } from 'typebox';

/** Google's tokens have about 1,200 characters. */
const credential = Type.String({ minLength: 1, maxLength: 4096, description: 'The ID token that Google gave out' });
const nonce = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'The nonce that the page asked with; the token must have it',
  }),
);

export const GoogleSignInBody = Type.Object({
  credential,
  nonce,
  totp: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'A 6-digit code or a recovery code' })),
});

export const GoogleLinkBody = Type.Object({ credential, nonce });

export const GoogleLinkAnswer = Type.Object(
  {
    email: Type.String({ description: 'The address of the Google account when it was linked' }),
    linked_at: Type.String({ format: 'date-time' }),
  },
  { title: 'GoogleLink' },
);

/** Not 404 without a link: to have none is how most accounts are. */
export const GoogleStatusAnswer = Type.Object(
  {
    linked: Type.Boolean(),
    email: Type.Union([Type.String(), Type.Null()]),
    linked_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { title: 'GoogleStatus' },
);
