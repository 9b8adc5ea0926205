import { readSettings } from '../config/settings.ts';
import { openMigrated } from '../database/open-database.ts';
import { defineCommand } from './command.ts';

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Makes the database or brings its schema up to date. Starting the service does the same.',
  options: {},
  run: async () => {
    const { database, applied } = await openMigrated(readSettings());
    await database.close();
    console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The schema is up to date.');
  },
});
