import type { WindowRule } from '../counters/sliding-window.ts';

/** How often a route may be called. `lockout`: the lockout's counters apply instead. */
export type RouteLimit =
  | { readonly kind: 'unlimited'; readonly reason: string }
  | { readonly kind: 'lockout' }
  | { readonly kind: 'per-caller' | 'per-address'; readonly rule: WindowRule };

export const unlimited = (reason: string): RouteLimit => ({ kind: 'unlimited', reason });
export const limitedByLockout: RouteLimit = { kind: 'lockout' };
export const perCaller = (rule: WindowRule): RouteLimit => ({ kind: 'per-caller', rule });
export const perAddress = (rule: WindowRule): RouteLimit => ({ kind: 'per-address', rule });
