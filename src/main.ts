import { readSettings } from './app/read-settings.ts';
import { failStart } from './start/fail-start.ts';
import { start } from './start/start.ts';

try {
  await start(readSettings());
} catch (error) {
  failStart(error);
}
