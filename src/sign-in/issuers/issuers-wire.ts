import { type Static, Type } from 'typebox';
import { choice, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import { GOALS } from './departure.ts';
import type { OwnIdentity } from './link-identity.ts';

export const LeaveQuery = Type.Object({
  for: Type.Optional(choice(GOALS, { description: '`link` from one’s own page' })),
});

const part = Type.Optional(Type.String({ maxLength: 4096 }));

/** What the issuer sends back (OpenID Connect Core §3.1.2.5, RFC 9207). */
export const ReturnQuery = Type.Object({ state: part, code: part, iss: part, error: part });

const Ticket = Type.String({
  minLength: 1,
  maxLength: 4096,
  description: 'From the fragment that `GET /login/with/{key}/callback` returns to; with the browser’s cookie',
});

export const TicketBody = Type.Object({ ticket: Ticket });

export const OwnIdentityAnswer = Type.Object(
  {
    key: Type.String(),
    name: Type.String(),
    linked: Type.Boolean(),
    email: nullableText,
    linked_at: nullableInstant,
  },
  { title: 'OwnIdentity' },
);

export const OwnIdentitiesAnswer = Type.Object(
  { items: Type.Array(OwnIdentityAnswer, { description: 'Every provider, linked or not' }) },
  { title: 'OwnIdentityList' },
);

export const showOwnIdentity = ({ provider, link }: OwnIdentity): Static<typeof OwnIdentityAnswer> => ({
  key: provider.key,
  name: provider.name,
  linked: link !== undefined,
  email: link?.email ?? null,
  linked_at: link?.linked_at ?? null,
});
