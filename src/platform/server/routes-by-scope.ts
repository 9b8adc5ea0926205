import { Type } from 'typebox';
import { SERVICE_SCOPES, type ServiceScope } from '../http/caller.ts';
import type { Method, Route } from '../http/define-route.ts';
import { choice } from '../http/wire.ts';

interface ScopedRoute {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
}

/** The routes that each scope opens to services, as the routes declare it. */
export const scopesOfRoutes = (routes: readonly Route[]): { scope: ServiceScope; routes: ScopedRoute[] }[] =>
  SERVICE_SCOPES.map((scope) => ({
    scope,
    routes: routes
      .filter(({ access }) => access.kind !== 'open' && access.scope === scope)
      .map(({ method, path, summary }) => ({ method, path, summary })),
  }));

export const ScopesAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        scope: choice(SERVICE_SCOPES),
        routes: Type.Array(Type.Object({ method: Type.String(), path: Type.String(), summary: Type.String() })),
      }),
    ),
  },
  { title: 'Scopes' },
);
