import { SettingsError } from '../../platform/config/settings.ts';
import { leadsToJournal } from '../../platform/config/supervision.ts';
import { messageOf } from '../../platform/kernel/unchecked.ts';

const STDERR = 2;
/** The severity for syslog, before every line. */
const ERROR = '<3>';

/** Ends the process with a readable text instead of a stack trace. */
export function failStart(error: unknown): never {
  const text = error instanceof SettingsError ? error.message : `The service could not start: ${messageOf(error)}`;
  console.error(leadsToJournal(STDERR) ? text.replaceAll(/^/gm, ERROR) : text);
  process.exit(1);
}
