import { type Static, Type } from 'typebox';
import { reachesTenant } from '../../accounts/permissions/managing-users.ts';
import type { AnyCaller, Authenticate } from '../../platform/http/caller.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { servicesOnly } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { VerifyToken } from '../../sign-in/sessions/session-token.ts';

/** The maximum length of our tokens. */
const LONGEST_TOKEN = 2048;

const IntrospectBody = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: LONGEST_TOKEN, description: 'An access token of this service' }) },
  { title: 'TokenToIntrospect' },
);

const seconds = (description: string) =>
  Type.Optional(Type.Integer({ description: `${description}, in seconds since 1970` }));
const text = (description: string) => Type.Optional(Type.String({ description }));

/** RFC 7662 §2.2. For an inactive token only `active`. */
const IntrospectionAnswer = Type.Object(
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

type Introspection = Static<typeof IntrospectionAnswer>;

/** A service may introspect once per request it serves; each costs as much as GET me. */
const introspections = perCaller({ most: 60_000, within: minutes(1) });

export const servicesRoutes = (deps: IntrospectDeps): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/introspect',
    summary: 'Whether an access token of somebody in the tenant is valid now, and whose it is (RFC 7662)',
    tag: 'Services',
    access: servicesOnly('introspect'),
    limit: introspections,
    audit: [],
    request: { body: IntrospectBody, bodyMayBeForm: true },
    responses: { success: ok(IntrospectionAnswer, 'What it is worth'), refusals: [] },
    handle: ({ body }, caller) => introspect(deps, caller, body.token),
  }),
];

interface IntrospectDeps {
  readonly authenticate: Authenticate;
  readonly verifyToken: VerifyToken;
}

const INACTIVE: Introspection = { active: false };

/**
 * Describes the caller that a request with this token would have now. Tokens of tenants out of its reach are inactive, and
 * so are those of people with unmet obligations, who could not use them here either.
 */
async function introspect(deps: IntrospectDeps, asking: AnyCaller, token: string): Promise<Introspection> {
  const bearer = await bearerOf(deps, token);
  if (bearer === undefined || !reachesTenant(asking, bearer.tenantId) || bearer.obligations.length > 0) return INACTIVE;
  const { sub, jti, mid, iss, aud, iat, exp } = await deps.verifyToken(token, 'access');
  const { tenantId: tenant_id, role, tier } = bearer;
  const common = { active: true, token_type: 'Bearer', sub, jti, tenant_id, role, tier, iss, aud, iat, exp };
  if (bearer.userId !== null) return { ...common, sid: bearer.sid, ...(mid === undefined ? {} : { mid }) };
  const { id: client_id, scopes } = bearer.service;
  return { ...common, client_id, scope: scopes.join(' ') };
}

/** The caller, or `undefined` for a refused token. An unavailable store is an error, not an answer. */
async function bearerOf({ authenticate }: IntrospectDeps, token: string): Promise<AnyCaller | undefined> {
  try {
    return await authenticate(`Bearer ${token}`);
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}
