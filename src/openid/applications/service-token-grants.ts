import type { IncomingMessage } from 'node:http';
import type { errors, KoaContextWithOIDC } from 'oidc-provider';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { RateLimit } from '../../platform/counters/sliding-window.ts';
import { isServiceScope, type ServiceScope } from '../../platform/http/caller.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { inWholeSeconds } from '../../platform/kernel/durations.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { type ServiceToken, subjectOfService } from '../../sign-in/sessions/service-token.ts';
import type { ServiceTokens } from '../../sign-in/sessions/service-tokens.ts';
import type { VerifiedToken, VerifyToken } from '../../sign-in/sessions/session-token.ts';
import { isService } from './application.ts';
import { findApplication, storeUse } from './applications-store.ts';
import { actingAs, callOfRequest } from './provider-calls.ts';

interface GrantDeps extends Pick<Platform, 'database' | 'clock'> {
  readonly serviceTokens: ServiceTokens;
  readonly tokenLimit: RateLimit;
}

/** Issues one of our access tokens to a service (RFC 6749 §4.4). The library has checked its secret. */
export const clientCredentialsGrant =
  (deps: GrantDeps, { InvalidClient, InvalidScope }: typeof errors) =>
  async (ctx: KoaContextWithOIDC): Promise<void> => {
    const { client, params } = ctx.oidc;
    const service = client && (await findApplication(deps.database.read, client.clientId));
    const { secret_digest: digest, tenant_id: tenantId } = service ?? {};
    // Only if the secret is still the one that was checked: it may have been replaced meanwhile.
    if (!service || !isService(service) || !digest || !tenantId || digest !== client?.clientSecret)
      throw new InvalidClient('it is no service, or has just been given another secret');
    const taken = await deps.tokenLimit.take(service.id);
    if (!taken.allowed) return refuseHaste(ctx, taken.until - deps.clock.now());
    const registered = service.scopes.filter(isServiceScope);
    const asked = requestedScopes(params?.scope, registered);
    if (asked === undefined || asked.length === 0)
      throw new InvalidScope('the service was not given such a scope', String(params?.scope ?? ''));
    const wanted = { application_id: service.id, secret_digest: digest, scopes: asked };
    ctx.body = await issue(deps, ctx, deps.serviceTokens.plan(wanted), { name: service.name, tenantId });
  };

/** All its scopes if it names none; none at all if it names one that it does not have. */
function requestedScopes(scope: unknown, registered: readonly ServiceScope[]): readonly ServiceScope[] | undefined {
  if (scope === undefined) return registered;
  const named = String(scope).split(' ').filter(Boolean);
  if (named.some((one) => !registered.some((own) => own === one))) return undefined;
  return registered.filter((own) => named.includes(own));
}

interface Service {
  readonly name: string;
  readonly tenantId: TenantId;
}

async function issue(
  { database, serviceTokens }: GrantDeps,
  ctx: KoaContextWithOIDC,
  record: ServiceToken,
  { name, tenantId }: Service,
) {
  const { application_id: id, scopes } = record;
  const call = actingAs(callOfRequest(ctx.req), { id, name, tenantId });
  await database.transaction(async (tx) => {
    await serviceTokens.add(tx, record);
    await storeUse(tx, id, call.at);
    const meta = { application_id: id, name, scopes };
    await recordAudit(tx, call, { action: 'application.token', tenantId, meta });
  });
  return { ...serviceTokens.sign(record, tenantId), token_type: 'Bearer', scope: scopes.join(' ') };
}

function refuseHaste(ctx: KoaContextWithOIDC, wait: number): void {
  ctx.status = 429;
  ctx.set('retry-after', String(Math.max(1, inWholeSeconds(wait))));
  ctx.body = { error: 'temporarily_unavailable', error_description: 'keep a token until it runs out' };
}

interface RevokeDeps extends Pick<Platform, 'database'> {
  readonly serviceTokens: ServiceTokens;
  readonly verifyToken: VerifyToken;
}

/**
 * Revokes a token of the authenticated service, audited; other tokens are ignored (RFC 7009 §2.2). False if the caller is not a
 * service.
 */
export async function revokeServiceToken(
  { database, serviceTokens, verifyToken }: RevokeDeps,
  request: IncomingMessage,
  { client, params }: KoaContextWithOIDC['oidc'],
): Promise<boolean> {
  const service = client && (await findApplication(database.read, client.clientId));
  if (!service?.tenant_id || !isService(service) || typeof params?.token !== 'string') return false;
  const claims = await claimsOf(verifyToken, params.token);
  if (claims?.sub !== subjectOfService(service.id)) return true;
  const { id, name, tenant_id: tenantId } = service;
  const call = actingAs(callOfRequest(request), { id, name, tenantId });
  await database.transaction(async (tx) => {
    if (!(await serviceTokens.end(tx, { jti: claims.jti, application_id: id }))) return;
    await recordAudit(tx, call, { action: 'application.token_revoke', tenantId, meta: { application_id: id, name } });
  });
  return true;
}

/** `undefined` for an invalid token. */
async function claimsOf(verifyToken: VerifyToken, token: string): Promise<VerifiedToken | undefined> {
  try {
    return await verifyToken(token, 'access');
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}
