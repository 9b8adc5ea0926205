import { reachedBy } from '../../accounts/permissions/managing-users.ts';
import { mustEnrol } from '../../accounts/permissions/must-enrol.ts';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import type { CallersAccount } from '../../accounts/users/callers-account.ts';
import type { Database } from '../../platform/database/database.ts';
import { rememberedRead } from '../../platform/database/remembered-read.ts';
import type {
  AnyCaller,
  Authenticate,
  Caller,
  Obligation,
  RequireLive,
  ServiceCaller,
} from '../../platform/http/caller.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Clock, type Instant, instantAt, nowOf } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { thenSync } from '../../platform/kernel/then-sync.ts';
import { findSession, type SessionReader } from './find-session.ts';
import { isLive } from './refresh-session.ts';
import { isServiceSubject, ROLE_OF_SERVICES, subjectOfService } from './service-token.ts';
import { type ServiceTokenRow, serviceTokens } from './service-tokens-store.ts';
import type { VerifiedToken, VerifyToken } from './session-token.ts';
import type { SessionRow } from './sessions-store.ts';

declare module '../../platform/http/caller.ts' {
  interface Caller {
    /** As stored at the time of this request. */
    readonly account: CallersAccount;
  }
}

const BEARER = /^bearer +([^\s,]+)$/i; // RFC 6750 §2.1; the scheme is case-insensitive (RFC 9110 §11.1)

/**
 * Accepts an access token only if its session is live in the store at this very request; a cached row is used only while the
 * store is unchanged.
 */
export function authenticator(
  database: Database,
  verify: VerifyToken,
  findNow: SessionReader,
  clock: Clock,
  factors: SecondFactors,
): Authenticate {
  const serviceOf = serviceReader(database);
  return (authorization) => {
    if (authorization === undefined) throw new AppError('auth.missing');
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) throw new AppError('auth.invalid');
    return thenSync(verify(token, 'access'), (claims) => {
      const { jti, sid, sub, kid, mid } = claims;
      if (isServiceSubject(sub)) return serviceOf(claims, nowOf(clock));
      return thenSync(findNow(jti), (row) => {
        // A replaced key that leaked could name records that it never signed.
        if (row === undefined || row.sid !== sid || String(row.id) !== sub || row.kid !== kid)
          throw new AppError('auth.invalid');
        const at = nowOf(clock);
        // A pair from before a switch would act where it was not issued for.
        if (!isLive(row, at) || row.access_ended_at !== null || row.mid !== mid) throw new AppError('auth.revoked');
        return callerFrom(row, obligationsOf(row, factors, at));
      });
    });
  };
}

/** Checks the session in the store again, ignoring the token's expiry: a stream ends with its session, not its token. */
export const liveCheck =
  (database: Database, clock: Clock): RequireLive =>
  async (caller) => {
    if (caller === undefined) return;
    if (caller.userId === null) return requireLiveService(database, caller, clock.now());
    const row = await findSession(database.read, caller.jti);
    const isSame = row?.role === caller.role && row.tenant_id === caller.tenantId && row.access_ended_at === null;
    if (row === undefined || !isSame || !stillReaches(row, caller) || !isLive(row, nowOf(clock)))
      throw new AppError('auth.revoked');
  };

/** What was reached and is not any more was lost; more is no reason to stop. */
function stillReaches(
  row: Pick<SessionRow, 'reached'> & { readonly tenant_id: TenantId | null },
  { reached }: AnyCaller,
): boolean {
  const now = reachedBy(row);
  return [...(reached ?? [])].every((id) => id === row.tenant_id || now?.has(id) === true);
}

const callerFrom = (row: SessionRow, obligations: readonly Obligation[]): Caller => ({
  userId: row.id,
  tenantId: row.tenant_id,
  reached: reachedBy(row),
  email: row.email,
  role: row.role,
  tier: tierOf(row.role),
  sid: row.sid,
  jti: row.jti,
  authenticatedAt: row.authenticated_at,
  obligations,
  account: row,
});

const NONE: readonly Obligation[] = [];

function obligationsOf(row: SessionRow, factors: SecondFactors, at: Instant): readonly Obligation[] {
  const enrols = mustEnrol(row, factors, at);
  if (row.must_change_pwd_at === null && !enrols) return NONE;
  return [
    ...(row.must_change_pwd_at === null ? [] : ['password-change' as const]),
    ...(enrols ? ['enrolment' as const] : []),
  ];
}

type ServiceOf = (claims: VerifiedToken, at: Instant) => ServiceCaller | Promise<ServiceCaller>;

/**
 * The service of a verified token, with its registration read anew at every request.
 * @throws AppError `auth.revoked` (401) once it has ended or has another secret
 */
function serviceReader(database: Database): ServiceOf {
  const findNow = rememberedRead(database, serviceTokens, ({ jti }) => jti);
  return ({ jti, sub, kid }, at) =>
    thenSync(findNow(jti), (row) => {
      const isSame = row !== undefined && subjectOfService(row.application_id) === sub && row.kid === kid;
      if (!isSame || !servesAt(row, at)) throw new AppError('auth.revoked');
      return serviceCaller(row);
    });
}

/** Checks the store again, for streams that outlast their request. */
async function requireLiveService(database: Database, caller: ServiceCaller, at: number): Promise<void> {
  const row = await serviceTokens.one(database.read, caller.jti);
  if (row === undefined || !servesAt(row, instantAt(at)) || !stillReaches(row, caller) || !stillHolds(row, caller))
    throw new AppError('auth.revoked');
}

const stillHolds = ({ registered }: ServiceTokenRow, { service }: ServiceCaller): boolean =>
  service.scopes.every((scope) => registered.includes(scope));

const servesAt = ({ ends_at, tenant_id }: ServiceTokenRow, at: Instant): boolean =>
  tenant_id !== null && (ends_at === null || ends_at > at);

function serviceCaller(row: ServiceTokenRow): ServiceCaller {
  const { jti, application_id, name, tenant_id, scopes, registered } = row;
  if (tenant_id === null) throw new Error('A service belongs to a tenant');
  return {
    userId: null,
    tenantId: tenant_id,
    reached: reachedBy(row),
    role: ROLE_OF_SERVICES,
    tier: tierOf(ROLE_OF_SERVICES),
    jti,
    obligations: [],
    // A scope that was removed since does not count any more.
    service: { id: application_id, name, scopes: scopes.filter((scope) => registered.includes(scope)) },
  };
}
