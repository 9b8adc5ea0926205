import type { WindowRule } from '../counters/sliding-window.ts';

/** How often a route may be called. `attempts`: the counters of password and code guesses watch it. */
export type RouteLimit =
  | { readonly kind: 'unlimited'; readonly reason: string }
  | { readonly kind: 'attempts' }
  | { readonly kind: 'per-caller' | 'per-address'; readonly rule: WindowRule };

export const unlimited = (reason: string): RouteLimit => ({ kind: 'unlimited', reason });
export const limitedByAttempts: RouteLimit = { kind: 'attempts' };
export const perCaller = (rule: WindowRule): RouteLimit => ({ kind: 'per-caller', rule });
export const perAddress = (rule: WindowRule): RouteLimit => ({ kind: 'per-address', rule });
