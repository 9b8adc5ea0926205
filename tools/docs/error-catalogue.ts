import type { Route } from '../../src/platform/http/define-route.ts';
import { type DeclaredRefusal, declaredRefusals } from '../../src/platform/kernel/app-error.ts';
import { refusalsOf } from '../../src/platform/server/openapi.ts';

/** An error and the routes that may return it; none for errors outside routing. */
export interface CataloguedError extends DeclaredRefusal {
  readonly routes: readonly Route[];
}

/** Every refusal of the service by its code. `routes` are those of all rooms, which with them have been loaded. */
export function errorCatalogue(routes: readonly Route[]): CataloguedError[] {
  const ofRoute = new Map(routes.map((route) => [route, new Set(refusalsOf(route).map(({ code }) => code))]));
  const entries = declaredRefusals().map((refusal) => ({
    ...refusal,
    routes: routes.filter((route) => ofRoute.get(route)?.has(refusal.code)),
  }));
  return entries.sort((one, other) => (one.code < other.code ? -1 : 1));
}
