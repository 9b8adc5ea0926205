import type { Settings } from '../../platform/config/settings.ts';
import { checkedRole, type ProcessRole } from './process-role.ts';

/**
 * Serves until it is told to stop, in this process or in as many as the settings say; background work alone needs one. Resolves
 * when they serve.
 */
export async function start(settings: Settings, wanted: ProcessRole = 'everything'): Promise<void> {
  const role = checkedRole(wanted, settings);
  const { server, storage } = settings;
  if (server.processes > 1 && storage.databaseUrl !== undefined && role !== 'work') {
    const { serveInCluster } = await import('./cluster.ts');
    return serveInCluster(settings, role);
  }
  const { serve } = await import('./serve.ts');
  await serve(settings, { role });
}
