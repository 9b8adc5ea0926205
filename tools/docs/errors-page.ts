import type { Route } from '../../src/platform/http/define-route.ts';
import type { CataloguedError } from './error-catalogue.ts';
import { madeBy, markdownTable } from './markdown-table.ts';

const MOST_NAMED = 3;

/** docs/errors.md: every code a client may meet. */
export function errorsPage(errors: readonly CataloguedError[], routes: readonly Route[]): string {
  const areas = [...Map.groupBy(errors, ({ code }) => code.split('.')[0] ?? code)];
  const parts = areas.map(([area, members]) => `## ${area}\n\n${errorTable(members, routes)}`);
  return `${madeBy('the error tables and routes of src')}\n\n# Errors\n\n${INTRODUCTION}\n\n${parts.join('\n\n')}\n`;
}

const INTRODUCTION = `An error answers with \`{"detail", "code", "request_id"}\`. \`code\` is stable and meant for programs; \`detail\` is a Croatian text
for people and may be reworded (but for \`2FA_REQUIRED\`, which the interface fixes). For \`request.invalid\` it is a list of
\`{"loc", "msg", "type"}\`. \`request_id\` finds the line in the log. A few have further
members, which \`openapi.json\` describes under their code.

401 carries \`WWW-Authenticate: Bearer\`, for services alone with \`error="invalid_token"\` where a token was sent, 405 \`Allow\`, 423, 429 and 503 \`Retry-After\`. Only codes of the area \`auth\` mean that
the client should sign out.`;

const errorTable = (errors: readonly CataloguedError[], routes: readonly Route[]): string =>
  markdownTable(
    ['code', 'status', 'text', 'when', 'answered by'],
    errors.map((error) => [
      `\`${error.code}\``,
      String(error.status),
      error.hr,
      error.when,
      answeredBy(error.routes, routes),
    ]),
  );

function answeredBy(by: readonly Route[], all: readonly Route[]): string {
  if (by.length === 0) return 'the server, before or outside of routes';
  if (by.length === all.length) return 'every route';
  const withToken = all.filter(({ access }) => access.kind === 'bearer');
  if (by.length === withToken.length && by.every((route) => withToken.includes(route)))
    return 'every route with a token';
  if (by.length > MOST_NAMED) return `${by.length} routes`;
  return by.map(({ method, path }) => `\`${method} ${path}\``).join(', ');
}
