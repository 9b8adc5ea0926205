import type { AnyCaller, Authenticate } from '../../platform/http/caller.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { VerifyToken } from '../../sign-in/sessions/token-verifier.ts';
import type { Introspection } from './services-wire.ts';

export interface IntrospectDeps {
  readonly authenticate: Authenticate;
  readonly verifyToken: VerifyToken;
}

const INACTIVE: Introspection = { active: false };

/**
 * Describes the caller that a request with this token would have now. For a service, tokens of other tenants are inactive, and
 * so are those of people with unmet obligations, who could not use them here either.
 */
export async function introspect(deps: IntrospectDeps, asking: AnyCaller, token: string): Promise<Introspection> {
  const bearer = await bearerOf(deps, token);
  if (bearer === undefined || bearer.tenantId !== asking.tenantId || bearer.obligations.length > 0) return INACTIVE;
  const { sub, jti, iss, aud, iat, exp } = await deps.verifyToken(token, 'access');
  const { tenantId: tenant_id, role, tier } = bearer;
  const common = { active: true, token_type: 'Bearer', sub, jti, tenant_id, role, tier, iss, aud, iat, exp };
  if (bearer.userId !== null) return { ...common, sid: bearer.sid };
  const { id: client_id, scopes } = bearer.service;
  return { ...common, client_id, scope: scopes.join(' ') };
}

/** The caller, or `undefined` for a refused token. An unavailable store is an error, not an answer. */
async function bearerOf({ authenticate }: IntrospectDeps, token: string): Promise<AnyCaller | undefined> {
  try {
    return await authenticate(`Bearer ${token}`);
  } catch (error) {
    if (error instanceof AppError && error.definition.status === 401) return undefined;
    throw error;
  }
}
