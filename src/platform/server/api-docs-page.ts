import type { Route } from '../http/define-route.ts';
import { refusalsOf } from './openapi.ts';

/** A static page of every operation: no script, and one style whose hash is in the CSP. */
export function apiDocsPage(routes: readonly Route[]): string {
  const tags = [...Map.groupBy(routes, ({ tag }) => tag)];
  const sections = tags.map(
    ([tag, members]) => `<section><h2>${escaped(tag)}</h2>${members.map(operation).join('')}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Iskaznica API</title><style>${apiDocsStyle}</style></head><body><main><h1>Iskaznica API</h1>
<p>The machine-readable description is <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>${sections.join('')}</main></body></html>`;
}

export const apiDocsStyle = `:root{color-scheme:light dark;font:16px/1.55 system-ui,sans-serif}main{max-width:60rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #8886;border-radius:8px;padding:.75rem 1rem;margin:.75rem 0}h3{margin:0;font:600 1rem ui-monospace,monospace;overflow-wrap:anywhere}
p{margin:.4rem 0}.errors{font:.85rem ui-monospace,monospace;opacity:.85;overflow-wrap:anywhere}`;

function operation(route: Route): string {
  const { method, path, summary, access, responses } = route;
  const who =
    access.kind === 'bearer' ? `Bearer token, tier ${access.weakestTier} or stronger.` : `Open: ${access.reason}.`;
  const refusals = refusalsOf(route).map(({ status, code }) => `${status} ${code}`);
  return `<article><h3>${method} ${escaped(path)}</h3><p>${escaped(summary)}. ${escaped(who)}</p>
<p class="errors">${responses.success.status} · ${escaped(refusals.join(' · '))}</p></article>`;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
