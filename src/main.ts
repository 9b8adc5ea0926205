import { readSettings } from './entry/app/read-settings.ts';
import { failStart } from './entry/start/fail-start.ts';
import { start } from './entry/start/start.ts';

try {
  await start(readSettings());
} catch (error) {
  failStart(error);
}
