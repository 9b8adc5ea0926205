import type { Database } from '../../platform/database/database.ts';
import { rememberedRead } from '../../platform/database/remembered-read.ts';
import type { ServiceCaller } from '../../platform/http/caller.ts';
import { authErrors } from '../../platform/http/http-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { thenSync } from '../../platform/kernel/then-sync.ts';
import { ROLE_OF_SERVICES, subjectOfService } from './service-token.ts';
import { type ServiceTokenRow, serviceTokens } from './service-tokens-store.ts';
import type { VerifiedToken } from './session-token.ts';

export type ServiceOf = (claims: VerifiedToken, at: Instant) => ServiceCaller | Promise<ServiceCaller>;

/**
 * The service of a verified token, with its registration read anew at every request.
 * @throws AppError `auth.revoked` (401) once it has ended or has another secret
 */
export function serviceReader(database: Database): ServiceOf {
  const findNow = rememberedRead(database, serviceTokens, ({ jti }) => jti);
  return ({ jti, sub, kid }, at) =>
    thenSync(findNow(jti), (row) => {
      const isSame = row !== undefined && subjectOfService(row.application_id) === sub && row.kid === kid;
      if (!isSame || !servesAt(row, at)) throw new AppError(authErrors['auth.revoked']);
      return serviceCaller(row);
    });
}

/** Checks the store again, for streams that outlast their request. */
export async function requireLiveService(database: Database, caller: ServiceCaller, at: number): Promise<void> {
  const row = await serviceTokens.one(database.read, caller.jti);
  if (row === undefined || !servesAt(row, instantAt(at))) throw new AppError(authErrors['auth.revoked']);
}

const servesAt = ({ ends_at, tenant_id }: ServiceTokenRow, at: Instant): boolean =>
  tenant_id !== null && (ends_at === null || ends_at > at);

function serviceCaller({ jti, application_id, name, tenant_id, scopes, registered }: ServiceTokenRow): ServiceCaller {
  if (tenant_id === null) throw new Error('A service belongs to a tenant');
  return {
    userId: null,
    tenantId: tenant_id,
    role: ROLE_OF_SERVICES,
    tier: tierOf(ROLE_OF_SERVICES),
    jti,
    obligations: [],
    // A scope that was removed since does not count any more.
    service: { id: application_id, name, scopes: scopes.filter((scope) => registered.includes(scope)) },
  };
}
