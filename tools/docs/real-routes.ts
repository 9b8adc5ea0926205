import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { openService, type Service } from '../../src/entry/start/service.ts';
import type { PersonalDataContributor } from '../../src/platform/database/personal-data.ts';
import type { Route } from '../../src/platform/http/define-route.ts';
import type { Metric } from '../../src/platform/metrics/metric.ts';

/**
 * The routes of the real service, opened on an empty folder without listening: what is documented is what is
 * registered, whatever the local settings.
 */
export const realRoutes = (): Promise<readonly Route[]> => withRealService(async ({ routes }) => routes);

/** Every metric of a running node, including those of backups. */
export const realMetrics = (): Promise<readonly Metric[]> => withRealService(({ figures }) => figures.all());

async function withRealService<Result>(work: (service: Service) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'iskaznica-docs-'));
  try {
    const settings = readSettings({ SVC_DATA_DIR: dataDir, SVC_BACKUP_DIR: join(dataDir, 'backups') });
    const service = await openService(settings, { log: pino({ level: 'silent' }) });
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A contributor, with the names of the parts of its export. */
export type DocumentedContributor = Pick<PersonalDataContributor, 'room' | 'tables' | 'parts' | 'description'> & {
  readonly exportParts: readonly string[];
};

export const realContributors = (): Promise<readonly DocumentedContributor[]> =>
  withRealService(({ database, privacy }) =>
    Promise.all(
      privacy.contributors.map(async ({ room, tables, parts = {}, description, exportOf }) => {
        const exportParts = Object.keys(await exportOf(database.read, 0));
        return { room, tables, parts, description, exportParts };
      }),
    ),
  );
