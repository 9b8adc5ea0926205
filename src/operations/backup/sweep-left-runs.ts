import type { Logger } from 'pino';
import type { Settings } from '../../platform/config/settings.ts';
import { dropLeftDatabases } from '../../platform/database/rehearsal-databases.ts';
import { removeLeftFolders } from './scratch-folder.ts';

/** Takes away what killed backups, rehearsals and restores left: everybody's data, also of people who were erased since. */
export async function sweepLeftRuns({ settings, log }: { settings: Settings; log: Logger }): Promise<void> {
  const folders = await removeLeftFolders(settings.server.dataDir);
  const databases = await dropLeftDatabases(settings);
  if (folders.length + databases.length > 0) log.warn({ folders, databases }, 'what a killed run left was removed');
}
