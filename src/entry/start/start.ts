import type { Settings } from '../../platform/config/settings.ts';
import { checkedDuty, type Duty } from './duty.ts';

/**
 * Serves until it is told to stop, in this process or in as many as the settings say; background work alone needs one. Resolves
 * when they serve.
 */
export async function start(settings: Settings, wanted: Duty = 'everything'): Promise<void> {
  const duty = checkedDuty(wanted, settings);
  const { server, storage } = settings;
  if (server.processes > 1 && storage.databaseUrl !== undefined && duty !== 'work') {
    const { serveTogether } = await import('./serve-together.ts');
    return serveTogether(settings, duty);
  }
  const { serve } = await import('./serve.ts');
  await serve(settings, { duty });
}
