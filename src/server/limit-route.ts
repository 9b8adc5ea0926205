import type { SlidingWindow, WindowRule } from '../counters/sliding-window.ts';
import type { Route } from '../http/define-route.ts';

/** Makes the check of a route's own limit, or nothing where it has none or the guess counters watch it. */
export type LimitRoute = (route: Route) => SlidingWindow['take'] | undefined;

export function routeLimits(windowFor: (name: string, rule: WindowRule) => SlidingWindow): LimitRoute {
  return ({ method, path, limit }) => {
    if (limit.kind === 'unlimited' || limit.kind === 'attempts') return undefined;
    const window = windowFor(`route:${method} ${path}`, limit.rule);
    return (key) => window.take(key);
  };
}
