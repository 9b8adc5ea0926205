import type { Route } from '../../src/platform/http/define-route.ts';
import { scopesOfRoutes } from '../../src/platform/server/routes-by-scope.ts';
import { madeBy, markdownTable } from './markdown-table.ts';

/** docs/scopes.md: which routes each scope opens to services. */
export function scopesPage(routes: readonly Route[]): string {
  const rows = scopesOfRoutes(routes).flatMap(({ scope, routes: opened }) =>
    opened.map(({ method, path, summary }) => [`\`${scope}\``, `\`${method} ${path}\``, summary]),
  );
  return `${madeBy('the routes of src')}\n\n# Scopes of services\n\n${INTRODUCTION}\n\n${markdownTable(['scope', 'opens', 'what it does'], rows)}\n`;
}

const INTRODUCTION = `A service calls these routes with its token (docs/applications.md), and no others. Where some calls of a route require
re-authentication of a person, a service is refused with \`access.service\`. \`GET /api/scopes\` answers the same.`;
