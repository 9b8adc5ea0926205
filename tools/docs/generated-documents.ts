import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../src/entry/start/service.ts';
import { openApiDocument } from '../../src/platform/server/openapi.ts';
import { errorCatalogue } from './error-catalogue.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { grafanaDashboard } from './grafana-dashboard.ts';
import { personalDataPage } from './personal-data-page.ts';
import { realContributors, realMetrics, realRoutes } from './real-routes.ts';
import { scopesPage } from './scopes-page.ts';
import { serviceTypes } from './service-types.ts';
import { configurationPage, environmentExample } from './setting-pages.ts';

/** Texts by path from the root of the repository. */
type Documents = Readonly<Record<string, string>>;

async function generatedDocuments(): Promise<Documents> {
  const routes = await realRoutes();
  const openApi = openApiDocument(routes, version);
  return {
    'client/service-types.ts': serviceTypes(openApi),
    '.env.example': environmentExample(),
    'docs/configuration.md': configurationPage(),
    'docs/errors.md': errorsPage(errorCatalogue(routes), routes),
    'docs/events.md': eventsPage(),
    'docs/personal-data.md': personalDataPage(await realContributors()),
    'docs/scopes.md': scopesPage(routes),
    'docs/openapi.json': `${JSON.stringify(openApi, null, 2)}\n`,
    'deploy/grafana/iskaznica.json': `${JSON.stringify(grafanaDashboard(await realMetrics()), null, 2)}\n`,
  };
}

/** Paths of generated documents that differ from the source. */
export async function staleDocuments(root: string): Promise<string[]> {
  const documents = Object.entries(await generatedDocuments());
  return documents.filter(([path, text]) => writtenText(join(root, path)) !== text).map(([path]) => path);
}

/** Writes what is stale and returns its paths. */
export async function renewDocuments(root: string): Promise<string[]> {
  const documents = await generatedDocuments();
  const stale = Object.keys(documents).filter((path) => writtenText(join(root, path)) !== documents[path]);
  for (const path of stale) writeFileSync(join(root, path), documents[path] ?? '');
  return stale;
}

const writtenText = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
