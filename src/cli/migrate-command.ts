import { readSettings } from '../app/read-settings.ts';
import { openMigrated } from '../database/open-database.ts';
import { defineCommand } from './command.ts';

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Creates the database or migrates its schema. Starting the service does the same.',
  options: {},
  run: async () => {
    const { database, applied } = await openMigrated(readSettings());
    await database.close();
    console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The schema is up to date.');
  },
});
