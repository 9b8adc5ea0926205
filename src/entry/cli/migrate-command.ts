import { openMigrated } from '../../platform/database/open-database.ts';
import { readSettings } from '../app/read-settings.ts';
import { defineCommand } from './command.ts';
import { showingProgress } from './show-progress.ts';

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Creates the database or migrates its schema. Starting the service does the same.',
  options: {},
  run: async () => {
    const settings = readSettings();
    const { database, applied } = await showingProgress((tell) => openMigrated(settings, { tell }));
    await database.close();
    console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The schema is up to date.');
  },
});
