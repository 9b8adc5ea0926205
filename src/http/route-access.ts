import { AppError } from '../kernel/app-error.ts';
import { type Clock, epochOf } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import type { Caller } from './caller.ts';
import { accessErrors } from './http-errors.ts';
import type { Obligation } from './obligation.ts';

interface Narrowing {
  /** The weakest tier that may call; 4 is everybody who is signed in. */
  readonly weakestTier: number;
  /** Obligations that do not stand in the way here. */
  readonly exemptFrom: readonly Obligation[];
}

interface OpenAccess {
  readonly kind: 'open';
  readonly reason: string;
}

interface BearerAccess extends Narrowing {
  readonly kind: 'bearer';
}

/** Anyone may call. */
interface OptionalAccess extends Narrowing {
  readonly kind: 'optional';
  readonly reason: string;
  /** Of who sends an `Authorization` header that is no good: `refused`, or a `stranger` like everybody without one. */
  readonly badToken: 'refused' | 'stranger';
}

/** Who may call a route. A route without one does not exist. */
export type RouteAccess = OpenAccess | BearerAccess | OptionalAccess;

const EVERYBODY: Narrowing = { weakestTier: 4, exemptFrom: [] };

/** Anyone may call, and the reason is said aloud. */
export const open = (reason: string): OpenAccess => ({ kind: 'open', reason });

/** Everybody who is signed in, unless narrowed. */
export const signedIn = (narrowed: Partial<Narrowing> = {}): BearerAccess => ({
  kind: 'bearer',
  ...EVERYBODY,
  ...narrowed,
});

/** Anyone, but a token that is sent must be good unless said otherwise. */
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

/** Whether the caller has proved lately who they are. */
export type HasRecentSignIn = (caller: Caller) => boolean;

/** `recently`: how long a sign-in or re-authentication counts as recent. */
export const recentSignInCheck =
  (clock: Clock, recently: Milliseconds): HasRecentSignIn =>
  ({ authenticatedAt }) =>
    clock.now() < epochOf(authenticatedAt) + recently;

export const reauthRequired = (): AppError => new AppError(accessErrors['reauth.required']);

/** The check of what a route's access declares. It throws AppError 403. */
export const requireAccess: RequireAccess = (access, caller) => {
  if (access.kind === 'open') return;
  const stands = caller.obligations.find((obligation) => !access.exemptFrom.includes(obligation));
  if (stands === 'password-change') throw new AppError(accessErrors['password.change_required']);
  if (stands === 'enrolment') throw new AppError(accessErrors['2fa.enrol_required']);
  if (caller.tier > access.weakestTier) throw new AppError(accessErrors['access.role']);
};
