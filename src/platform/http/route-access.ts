import { AppError } from '../kernel/app-error.ts';
import { CLOCKS_DIFFER, type Clock, epochOf } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import type { AnyCaller, Obligation, ServiceScope } from './caller.ts';
import { type Capability, weakestTierFor } from './capabilities.ts';
import { accessErrors } from './http-errors.ts';

interface Narrowing {
  /** The weakest tier that may call; 4 is every signed-in user. */
  readonly weakestTier: number;
  /** The weakest tier that may call where its reach goes beyond its own tenant; none unless stated. */
  readonly weakestTierBelow?: number;
  /** Obligations that do not block this route. */
  readonly exemptFrom: readonly Obligation[];
}

interface OpenAccess {
  readonly kind: 'open';
  readonly reason: string;
}

export interface BearerAccess<Scope extends ServiceScope | undefined = ServiceScope | undefined> extends Narrowing {
  readonly kind: 'bearer';
  /** Opens the route to services that hold this scope. Without one the route is for people alone. */
  readonly scope: Scope;
  /** The capability that `weakestTier` was taken from, if any. */
  readonly capability?: Capability;
}

/** Anyone may call. */
export interface OptionalAccess<Scope extends ServiceScope | undefined = ServiceScope | undefined> extends Narrowing {
  readonly kind: 'optional';
  /** As in `BearerAccess`. */
  readonly scope: Scope;
  readonly reason: string;
  /** How an invalid `Authorization` header is treated: `refused`, or like a `stranger` who sent none. */
  readonly badToken: 'refused' | 'stranger';
}

/** Who may call a route. A route cannot be defined without it. */
export type RouteAccess = OpenAccess | BearerAccess | OptionalAccess;

const EVERYBODY: Narrowing = { weakestTier: 4, exemptFrom: [] };

/** Anyone may call; the reason must be given. */
export const open = (reason: string): OpenAccess => ({ kind: 'open', reason });

/** Every signed-in user, unless narrowed. */
export const signedIn = (narrowed: Partial<Narrowing> = {}): BearerAccess<undefined> => ({
  kind: 'bearer',
  scope: undefined,
  ...EVERYBODY,
  ...narrowed,
});

/** Those whose role has a capability. */
export const permitted = (capability: Capability): BearerAccess<undefined> => ({
  ...signedIn({ weakestTier: weakestTierFor(capability) }),
  capability,
});

/** The same, and those who reach what is below their tenant and have another capability. */
export const permittedBelow = (capability: Capability, below: Capability): BearerAccess<undefined> => ({
  ...permitted(capability),
  weakestTierBelow: weakestTierFor(below),
});

/** Opens a route to services with this scope too. For people, `access` applies unchanged. */
export const andServices = <Access extends BearerAccess<undefined> | OptionalAccess<undefined>>(
  scope: ServiceScope,
  access: Access,
): Omit<Access, 'scope'> & { readonly scope: ServiceScope } => ({ ...access, scope });

/** Services alone: no role of a person opens it. */
export const servicesOnly = (scope: ServiceScope): BearerAccess<ServiceScope> =>
  andServices(scope, signedIn({ weakestTier: NOBODY }));

const NOBODY = -1;

export const isForServicesAlone = (access: RouteAccess): boolean =>
  access.kind === 'bearer' && access.weakestTier === NOBODY;

/** Anyone; a token, when sent, must be valid unless stated otherwise. */
export const signedInOrNot = (
  reason: string,
  narrowed: Partial<Narrowing & Pick<OptionalAccess, 'badToken'>> = {},
): OptionalAccess<undefined> => ({
  kind: 'optional',
  scope: undefined,
  reason,
  badToken: 'refused',
  ...EVERYBODY,
  ...narrowed,
});

/** Refuses a caller who may not use a route. */
export type RequireAccess = (access: RouteAccess, caller: AnyCaller) => void;

/** Whether the caller authenticated recently. Always false for a service, which has nobody to do it. */
export type HasRecentSignIn = (caller: AnyCaller) => boolean;

/** `recently`: how long a sign-in or re-authentication counts as recent. */
export const recentSignInCheck =
  (clock: Clock, recently: Milliseconds): HasRecentSignIn =>
  (caller) => {
    if (caller.userId === null) return false;
    const ago = clock.now() - epochOf(caller.authenticatedAt);
    return -CLOCKS_DIFFER <= ago && ago < recently;
  };

/** The refusal for a caller without a recent sign-in. */
export const reauthRequired = (caller: Pick<AnyCaller, 'userId'>): AppError =>
  new AppError(accessErrors[caller.userId === null ? 'access.service' : 'reauth.required']);

/** Enforces a route's declared access. @throws AppError 403 */
export const requireAccess: RequireAccess = (access, caller) => {
  if (access.kind === 'open') return;
  if (caller.userId === null) return requireScope(access.scope, caller.service.scopes);
  const unmet = caller.obligations.find((obligation) => !access.exemptFrom.includes(obligation));
  if (unmet === 'password-change') throw new AppError('password.change_required');
  if (unmet === 'enrolment') throw new AppError('2fa.enrol_required');
  const weakest = caller.reached === undefined ? access.weakestTier : (access.weakestTierBelow ?? access.weakestTier);
  if (caller.tier > weakest) throw new AppError('access.role');
};

function requireScope(scope: ServiceScope | undefined, held: readonly ServiceScope[]): void {
  if (scope === undefined) throw new AppError('access.service');
  if (held.includes(scope)) return;
  // RFC 6750 §3.1
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  throw new AppError('access.scope', { headers: { 'www-authenticate': challenge } });
}

/** When a call requires recent authentication: always, or under a condition. */
export type RequiresReauth<Request> = 'always' | ReauthCondition<Request>;

interface ReauthCondition<Request> {
  /** The condition in words, for the documents: `where the role sees or manages others`. */
  readonly when: string;
  /** Evaluated only for callers without recent authentication. `by-handler` when it depends on a file not read yet. */
  readonly applies: 'by-handler' | ((request: Request, caller: AnyCaller) => boolean | Promise<boolean>);
}
