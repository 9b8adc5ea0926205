import type { Instant } from '../kernel/clock.ts';
import type { SessionId, SignInId, TenantId, UserId } from '../kernel/entity-id.ts';
import type { Obligation } from './obligation.ts';
import type { ServiceScope } from './service-scopes.ts';

interface WithToken {
  readonly tenantId: TenantId;
  readonly role: string;
  readonly tier: number;
  readonly jti: SessionId;
  /** Must be met before anything else. */
  readonly obligations: readonly Obligation[];
}

/**
 * A person who sends a request with a valid access token. The room that knows sign-ins merges the account into it, since
 * this layer lies below the rooms.
 */
export interface Caller extends WithToken {
  readonly userId: UserId;
  readonly email: string;
  readonly sid: SignInId;
  readonly authenticatedAt: Instant;
  readonly service?: undefined;
}

/** A registered service that sends one, with what it was let do. */
export interface ServiceCaller extends WithToken {
  readonly userId: null;
  readonly service: { readonly id: string; readonly name: string; readonly scopes: readonly ServiceScope[] };
}

/** Only routes that name a scope meet services. */
export type AnyCaller = Caller | ServiceCaller;

/** Who may meet a route with this scope, or with none. */
export type CallerFor<Scope extends ServiceScope | undefined> = Scope extends ServiceScope ? AnyCaller : Caller;

/** What per-caller limits and queues count by. */
export const keyOfCaller = ({ userId, service }: AnyCaller): string =>
  service === undefined ? `user:${userId}` : `service:${service.id}`;

/**
 * Reads the value of an `Authorization` header. At once where token and session are known; it then throws at once, too.
 * @throws AppError one of the `auth.*` refusals (401)
 */
export type Authenticate = (authorization: string | undefined) => AnyCaller | Promise<AnyCaller>;

/**
 * Checks again that the caller's sign-in is live with the same rights. No-op for anonymous callers.
 * @throws AppError `auth.revoked` (401)
 */
export type RequireStanding = (caller: AnyCaller | undefined) => Promise<void>;
