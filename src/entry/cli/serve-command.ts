import { readSettings } from '../app/read-settings.ts';
import { defineCommand } from './command.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serves until it is stopped, as `npm start` does.',
  options: {
    'no-jobs': { kind: 'flag', about: 'Only answers requests; `work`, in another process, does the background work.' },
  },
  run: async ({ 'no-jobs': noJobs }) => {
    const { start } = await import('../start/start.ts'); // the other commands shall not wait for all of the service to load
    await start(readSettings(), noJobs ? 'answer' : 'everything');
  },
});
