import { readSettings } from '../app/read-settings.ts';
import { defineCommand } from './command.ts';

export const workCommand = defineCommand({
  name: 'work',
  summary: 'Does the background work alone (mails, imports, seals, sweeps) and answers only health checks and metrics.',
  options: {},
  run: async () => {
    const { start } = await import('../start/start.ts'); // the other commands shall not wait for all of the service to load
    await start(readSettings(), 'work');
  },
});
