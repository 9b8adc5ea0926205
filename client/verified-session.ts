/** The sender of a request, according to the accounts service. */
export interface VerifiedSession {
  readonly kind: 'user' | 'service';
  /** Of a person; a service has none. */
  readonly userId: number | undefined;
  /** Of a service; a person has none. */
  readonly serviceId: string | undefined;
  readonly tenantId: number;
  readonly role: string;
  /** 0 is the strongest. */
  readonly tier: number;
  /** What a service may do; empty for a person. */
  readonly scopes: readonly string[];
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Resolves with the session of an access token, or `undefined` for an invalid one.
 * @throws ApiError, NoAnswerError when it cannot be verified
 */
export type VerifySession = (token: string) => Promise<VerifiedSession | undefined>;

/** The claims that are needed. */
export interface SessionClaims {
  readonly sub?: unknown;
  readonly tenant_id?: unknown;
  readonly role?: unknown;
  readonly tier?: unknown;
  readonly scope?: unknown;
  readonly exp?: unknown;
}

const SERVICE = 'app:';

/** `undefined` if a claim is missing or has another type. */
export function sessionOf({ sub, tenant_id, role, tier, scope, exp }: SessionClaims): VerifiedSession | undefined {
  if (typeof sub !== 'string' || typeof role !== 'string') return undefined;
  if (typeof tenant_id !== 'number' || typeof tier !== 'number' || typeof exp !== 'number') return undefined;
  const common = { tenantId: tenant_id, role, tier, expiresAt: exp };
  if (!sub.startsWith(SERVICE))
    return /^\d+$/.test(sub)
      ? { ...common, kind: 'user', userId: Number(sub), serviceId: undefined, scopes: [] }
      : undefined;
  const scopes = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
  return { ...common, kind: 'service', userId: undefined, serviceId: sub.slice(SERVICE.length), scopes };
}
