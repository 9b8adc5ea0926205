import { type Static, Type } from 'typebox';

/** The maximum length of our tokens. */
const LONGEST_TOKEN = 2048;

export const IntrospectBody = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: LONGEST_TOKEN, description: 'An access token of this service' }) },
  { title: 'TokenToIntrospect' },
);

const seconds = (description: string) =>
  Type.Optional(Type.Integer({ description: `${description}, in seconds since 1970` }));
const text = (description: string) => Type.Optional(Type.String({ description }));

/** RFC 7662 §2.2. For an inactive token only `active`. */
export const IntrospectionAnswer = Type.Object(
  {
    active: Type.Boolean(),
    token_type: text('`Bearer`'),
    sub: text('The id of the user, or `app:` and the id of a service'),
    client_id: text('Of a service alone'),
    scope: text('Of a service alone: what it may do, separated by spaces'),
    sid: text('The sign-in that the token hangs on'),
    jti: text('The record of the token'),
    mid: Type.Optional(Type.Integer({ description: 'The membership in which the sign-in acts; of a user alone' })),
    tenant_id: Type.Optional(Type.Integer()),
    role: text('As of now, whatever the token says'),
    tier: Type.Optional(Type.Integer()),
    iss: text('Who issued it'),
    aud: text('For whom'),
    iat: seconds('When it was issued'),
    exp: seconds('Until when it is valid at most'),
  },
  { title: 'Introspection' },
);

export type Introspection = Static<typeof IntrospectionAnswer>;
