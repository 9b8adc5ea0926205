import type { Settings } from '../config/settings.ts';

/** Serves until it is told to stop: by itself, or by as many processes as the settings say. Resolves when they serve. */
export async function start(settings: Settings): Promise<void> {
  const { server, storage } = settings;
  if (server.processes > 1 && storage.databaseUrl !== undefined) {
    const { serveTogether } = await import('./serve-together.ts');
    return serveTogether(settings);
  }
  const { serve } = await import('./serve.ts');
  await serve(settings);
}
