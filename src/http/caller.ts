import type { Instant } from '../kernel/clock.ts';
import type { SessionId, SignInId, TenantId, UserId } from '../kernel/entity-id.ts';
import type { Obligation } from './obligation.ts';

/**
 * The sender of a request with a valid access token. The room that knows sign-ins merges the account into it, since
 * this layer lies below the rooms.
 */
export interface Caller {
  readonly userId: UserId;
  readonly tenantId: TenantId;
  readonly email: string;
  readonly role: string;
  readonly tier: number;
  readonly sid: SignInId;
  readonly jti: SessionId;
  readonly authenticatedAt: Instant;
  /** Must be met before anything else. */
  readonly obligations: readonly Obligation[];
}

/**
 * Reads the value of an `Authorization` header. At once where token and session are known; it then throws at once, too.
 * @throws AppError one of the `auth.*` refusals (401)
 */
export type Authenticate = (authorization: string | undefined) => Caller | Promise<Caller>;

/**
 * Checks again that the caller's sign-in is live with the same rights. No-op for anonymous callers.
 * @throws AppError `auth.revoked` (401)
 */
export type RequireStanding = (caller: Caller | undefined) => Promise<void>;
