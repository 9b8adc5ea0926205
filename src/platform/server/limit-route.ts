import { checkedWindowRule, type RateLimit, type WindowRule } from '../counters/sliding-window.ts';
import type { Route } from '../http/define-route.ts';
import { memoise } from '../kernel/memoise.ts';

/**
 * Creates the check of a route's own limit; `undefined` when it has none, or the lockout's counters apply. A rule is checked at
 * the start; its counter is made at the first call, since most routes are hardly ever called.
 */
export type LimitRoute = (route: Route) => RateLimit['take'] | undefined;

export function routeLimits(windowFor: (name: string, rule: WindowRule) => RateLimit): LimitRoute {
  return ({ method, path, limit }) => {
    if (limit.kind === 'unlimited' || limit.kind === 'lockout') return undefined;
    const rule = checkedWindowRule(limit.rule);
    const window = memoise(() => windowFor(`route:${method} ${path}`, rule));
    return (key) => window().take(key);
  };
}
