import type { Instant } from '../kernel/clock.ts';
import type { Obligation } from './obligation.ts';

/**
 * Who sent a request with a valid access token. The room that knows sign-ins merges the account into it, since this
 * floor lies below the rooms.
 */
export interface Caller {
  readonly userId: number;
  readonly tenantId: number;
  readonly email: string;
  readonly role: string;
  readonly tier: number;
  readonly sid: string;
  readonly jti: string;
  readonly authenticatedAt: Instant;
  /** What must be done before anything else. */
  readonly obligations: readonly Obligation[];
}

/**
 * Reads the value of an `Authorization` header.
 * @throws AppError one of the `auth.*` refusals (401)
 */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

/**
 * Asks once more whether the sign-in of a caller still stands, with the same rights; nobody's always does.
 * @throws AppError `auth.revoked` (401)
 */
export type RequireStanding = (caller: Caller | undefined) => Promise<void>;
