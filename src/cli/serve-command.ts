import { readSettings } from '../config/settings.ts';
import { defineCommand } from './command.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serves until it is stopped, as `npm start` does.',
  options: {},
  run: async () => {
    const { serve } = await import('../start/serve.ts'); // the other commands shall not wait for all of the service to load
    await serve(readSettings());
  },
});
