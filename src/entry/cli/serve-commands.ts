import { openMigratedAppStore } from '../app/app-schema.ts';
import { readSettings } from '../app/read-settings.ts';
import { defineCommand } from './command.ts';
import { showingProgress } from './show-progress.ts';

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

export const workCommand = defineCommand({
  name: 'work',
  summary: 'Does the background work alone (mails, imports, seals, sweeps) and answers only health checks and metrics.',
  options: {},
  run: async () => {
    const { start } = await import('../start/start.ts'); // the other commands shall not wait for all of the service to load
    await start(readSettings(), 'work');
  },
});

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Creates the database or migrates its schema. Starting the service does the same.',
  options: {},
  run: async () => {
    const settings = readSettings();
    const { database, applied } = await showingProgress((tell) => openMigratedAppStore(settings, { tell }));
    await database.close();
    console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The schema is up to date.');
  },
});
