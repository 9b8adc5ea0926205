import type { Instant } from '../kernel/clock.ts';
import type { SessionId, SignInId, TenantId, UserId } from '../kernel/entity-id.ts';

/** What a service can be allowed to do. A route names the scope that opens it to services; most routes name none. */
export const SERVICE_SCOPES = [
  'users:read',
  'users:write',
  'invitations:write',
  'imports:write',
  'audit:read',
  'documents:read',
  'documents:write',
  'stats:read',
  'events:read',
  'introspect',
] as const;

export type ServiceScope = (typeof SERVICE_SCOPES)[number];

export const isServiceScope = (text: string): text is ServiceScope => SERVICE_SCOPES.some((scope) => scope === text);

interface WithToken {
  readonly tenantId: TenantId;
  /** Where the role counts in everything below the tenant too: all of these tenants, its own included. */
  readonly reached?: ReadonlySet<TenantId> | undefined;
  readonly role: string;
  readonly tier: number;
  readonly jti: SessionId;
  /** What the caller must do before anything else. */
  readonly obligations: readonly Obligation[];
}

/**
 * A person whose request has a valid access token. The `sessions` room merges the account into this type, since this layer
 * lies below the rooms.
 */
export interface Caller extends WithToken {
  readonly userId: UserId;
  readonly email: string;
  readonly sid: SignInId;
  readonly authenticatedAt: Instant;
  readonly service?: undefined;
}

/** A registered service whose request has a valid access token, with the scopes granted to it. */
export interface ServiceCaller extends WithToken {
  readonly userId: null;
  readonly service: { readonly id: string; readonly name: string; readonly scopes: readonly ServiceScope[] };
}

/** Only routes that name a scope can be called by services. */
export type AnyCaller = Caller | ServiceCaller;

/** Who may call a route with this scope, or without one. */
export type CallerFor<Scope extends ServiceScope | undefined> = Scope extends ServiceScope ? AnyCaller : Caller;

/** The key by which limits and queues count callers. */
export const keyOfCaller = ({ userId, service }: AnyCaller): string =>
  service === undefined ? `user:${userId}` : `service:${service.id}`;

/**
 * Identifies the caller by an `Authorization` header. Synchronous, its errors too, when token and session are cached.
 * @throws AppError one of the `auth.*` refusals (401)
 */
export type Authenticate = (authorization: string | undefined) => AnyCaller | Promise<AnyCaller>;

/**
 * Checks again that the caller's sign-in is live with the same rights. No-op for anonymous callers.
 * @throws AppError `auth.revoked` (401)
 */
export type RequireLive = (caller: AnyCaller | undefined) => Promise<void>;

/** What a caller must do before anything else: choose a new password, or enrol a second factor. */
export type Obligation = 'password-change' | 'enrolment';
