import { type Static, Type } from 'typebox';
import { defineOpenRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open, signedIn } from '../../platform/http/route-access.ts';
import { perAddress, perCaller } from '../../platform/http/route-limit.ts';
import { choice, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { GOALS } from './departure.ts';
import { findIdentityProvider } from './identity-providers-store.ts';
import { ProviderKeyParams } from './identity-providers-wire.ts';
import type { OidcDeps } from './issuers-deps.ts';
import { listOwnIdentities, type OwnIdentity, unlinkIdentity } from './link-identity.ts';
import { linkedIssuerOf } from './linked-issuer.ts';
import { linkByTicket } from './sign-in-with-ticket.ts';
import { browserOf, leaveForIssuer, returnFromIssuer } from './travel-to-issuer.ts';

const LeaveQuery = Type.Object({
  for: Type.Optional(choice(GOALS, { description: '`link` from one’s own page' })),
});

const part = Type.Optional(Type.String({ maxLength: 4096 }));

/** What the issuer sends back (OpenID Connect Core §3.1.2.5, RFC 9207). */
const ReturnQuery = Type.Object({ state: part, code: part, iss: part, error: part });

const Ticket = Type.String({
  minLength: 1,
  maxLength: 4096,
  description: 'From the fragment that `GET /login/with/{key}/callback` returns to; with the browser’s cookie',
});

export const TicketBody = Type.Object({ ticket: Ticket });

const OwnIdentityAnswer = Type.Object(
  {
    key: Type.String(),
    name: Type.String(),
    linked: Type.Boolean(),
    email: nullableText,
    linked_at: nullableInstant,
  },
  { title: 'OwnIdentity' },
);

const OwnIdentitiesAnswer = Type.Object(
  { items: Type.Array(OwnIdentityAnswer, { description: 'Every provider, linked or not' }) },
  { title: 'OwnIdentityList' },
);

const showOwnIdentity = ({ provider, link }: OwnIdentity): Static<typeof OwnIdentityAnswer> => ({
  key: provider.key,
  name: provider.name,
  linked: link !== undefined,
  email: link?.email ?? null,
  linked_at: link?.linked_at ?? null,
});

const tag = 'Identity providers';
const own = '/api/users/me/identities';
const redirected = (description: string) => ({ success: { status: 302, description }, refusals: [] }) as const;

export const oidcRoutes = (deps: OidcDeps): Route[] => [
  defineOpenRoute({
    method: 'GET',
    path: '/login/with/:key',
    summary: 'Sends the browser to an identity provider',
    tag,
    access: open('this is where a sign-in begins'),
    limit: perAddress({ most: 300, within: minutes(1) }), // a whole school may share one address
    audit: [],
    request: { params: ProviderKeyParams, query: LeaveQuery },
    responses: redirected('To the provider, or to `/login#error=…`'),
    handle: async ({ params: { key }, query: { for: goal = 'sign-in' }, call, reply }) =>
      reply.redirect(await leaveForIssuer(deps, call, reply, { key, goal }), 302),
  }),
  defineOpenRoute({
    method: 'GET',
    path: '/login/with/:key/callback',
    summary: 'Takes the browser back from an identity provider',
    tag,
    access: open('the code in the address, the signed state and the browser’s cookie are the credential'),
    limit: perAddress({ most: 300, within: minutes(1) }),
    audit: ['login.fail', 'login.ratelimit.ip'],
    request: { params: ProviderKeyParams, query: ReturnQuery },
    responses: redirected('To `/login#ticket=…`, or to `/login#error=…`'),
    handle: async ({ params: { key }, query: { state }, call, limitKey, reply }) => {
      const [, search = ''] = reply.request.url.split('?', 2);
      const arrival = { key, state, limitKey, search: `?${search}` };
      return reply.redirect(await returnFromIssuer(deps, call, reply, arrival), 302);
    },
  }),
  defineRoute({
    method: 'GET',
    path: own,
    summary: 'The identity providers, and which of them the caller’s account is linked to',
    tag,
    access: signedIn({ exemptFrom: ['password-change'] }),
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: [],
    request: {},
    responses: { success: ok(OwnIdentitiesAnswer, 'All of them, by name'), refusals: [] },
    handle: async (_request, { userId }) => ({
      items: (await listOwnIdentities(deps.database.read, userId)).map(showOwnIdentity),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: own,
    summary: 'Links the caller’s account to the one at an identity provider that a ticket is about',
    tag,
    requiresReauth: 'always',
    access: signedIn(),
    limit: perCaller({ most: 20, within: minutes(10) }),
    audit: ['identity.link'],
    request: { body: TicketBody },
    responses: {
      success: ok(OwnIdentityAnswer, 'Linked'),
      refusals: ['identity.invalid', 'identity.taken', 'identity.linked_already'],
    },
    handle: async ({ body: { ticket }, call, reply }) =>
      showOwnIdentity(await linkByTicket(deps, call, { ticket, browser: browserOf(reply, deps.publicUrl) })),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${own}/:key`,
    summary: 'Removes the link to an identity provider, unless it is the last way to sign in',
    tag,
    requiresReauth: 'always',
    access: signedIn({ exemptFrom: ['password-change'] }),
    limit: perCaller({ most: 20, within: minutes(10) }),
    audit: ['identity.unlink'],
    request: { params: ProviderKeyParams },
    responses: {
      success: { status: 204, description: 'The link is gone' },
      refusals: ['identity.no_link', 'identity.last_way_in'],
    },
    handle: ({ params: { key }, call }) =>
      unlinkIdentity(deps, call, async (tx) => {
        const provider = await findIdentityProvider(tx, key);
        return provider && linkedIssuerOf(provider);
      }),
  }),
];
