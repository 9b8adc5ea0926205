import { reachesTenant } from '../../accounts/permissions/managing-users.ts';
import type { AnyCaller, Authenticate } from '../../platform/http/caller.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { servicesOnly } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { VerifyToken } from '../../sign-in/sessions/session-token.ts';
import { IntrospectBody, type Introspection, IntrospectionAnswer } from './services-wire.ts';

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
