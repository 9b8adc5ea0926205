import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { subjectOfService } from '../../sign-in/sessions/service-token.ts';
import type { ServiceTokens } from '../../sign-in/sessions/service-tokens.ts';
import type { VerifiedToken } from '../../sign-in/sessions/session-token.ts';
import type { VerifyToken } from '../../sign-in/sessions/token-verifier.ts';
import { isService } from './application.ts';
import { findApplication } from './applications-store.ts';
import { actingAs, callOfRequest } from './provider-calls.ts';

interface RevokeDeps {
  readonly database: Database;
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
    if (error instanceof AppError && error.definition.status === 401) return undefined;
    throw error;
  }
}
