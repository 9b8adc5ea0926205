import { AppError } from '../kernel/app-error.ts';
import { type Clock, epochOf } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import type { Caller } from './caller.ts';
import { type Capability, weakestTierFor } from './capabilities.ts';
import { accessErrors } from './http-errors.ts';
import type { Obligation } from './obligation.ts';

interface Narrowing {
  /** The weakest tier that may call; 4 is every signed-in user. */
  readonly weakestTier: number;
  /** Obligations that do not block this route. */
  readonly exemptFrom: readonly Obligation[];
}

interface OpenAccess {
  readonly kind: 'open';
  readonly reason: string;
}

interface BearerAccess extends Narrowing {
  readonly kind: 'bearer';
  /** What `weakestTier` comes from, where not everybody may call. */
  readonly capability?: Capability;
}

/** Anyone may call. */
interface OptionalAccess extends Narrowing {
  readonly kind: 'optional';
  readonly reason: string;
  /** How an invalid `Authorization` header is treated: `refused`, or as a `stranger` without one. */
  readonly badToken: 'refused' | 'stranger';
}

/** Who may call a route. A route cannot be defined without it. */
export type RouteAccess = OpenAccess | BearerAccess | OptionalAccess;

const EVERYBODY: Narrowing = { weakestTier: 4, exemptFrom: [] };

/** Anyone may call; the reason must be given. */
export const open = (reason: string): OpenAccess => ({ kind: 'open', reason });

/** Every signed-in user, unless narrowed. */
export const signedIn = (narrowed: Partial<Narrowing> = {}): BearerAccess => ({
  kind: 'bearer',
  ...EVERYBODY,
  ...narrowed,
});

/** Those whose role has a capability. */
export const permitted = (capability: Capability): BearerAccess => ({
  ...signedIn({ weakestTier: weakestTierFor(capability) }),
  capability,
});

/** Anyone; a token, when sent, must be valid unless stated otherwise. */
export const signedInOrNot = (
  reason: string,
  narrowed: Partial<Narrowing & Pick<OptionalAccess, 'badToken'>> = {},
): OptionalAccess => ({
  kind: 'optional',
  reason,
  badToken: 'refused',
  ...EVERYBODY,
  ...narrowed,
});

/** Refuses a caller who may not use a route. */
export type RequireAccess = (access: RouteAccess, caller: Caller) => void;

/** Whether the caller authenticated recently. */
export type HasRecentSignIn = (caller: Caller) => boolean;

/** `recently`: how long a sign-in or re-authentication counts as recent. */
export const recentSignInCheck =
  (clock: Clock, recently: Milliseconds): HasRecentSignIn =>
  ({ authenticatedAt }) =>
    clock.now() < epochOf(authenticatedAt) + recently;

export const reauthRequired = (): AppError => new AppError(accessErrors['reauth.required']);

/** Enforces a route's declared access. @throws AppError 403 */
export const requireAccess: RequireAccess = (access, caller) => {
  if (access.kind === 'open') return;
  const stands = caller.obligations.find((obligation) => !access.exemptFrom.includes(obligation));
  if (stands === 'password-change') throw new AppError(accessErrors['password.change_required']);
  if (stands === 'enrolment') throw new AppError(accessErrors['2fa.enrol_required']);
  if (caller.tier > access.weakestTier) throw new AppError(accessErrors['access.role']);
};
