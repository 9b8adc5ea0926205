import { type Settings, SettingsError } from '../config/settings.ts';

/** What a process does: answer requests, work in the background (mails, imports, seals, sweeps), or both. */
export type Duty = 'everything' | 'answer' | 'work';

/** @throws SettingsError where what one process leaves undone no other one could do */
export function checkedDuty(duty: Duty, { storage }: Settings): Duty {
  if (duty === 'everything' || storage.databaseUrl !== undefined) return duty;
  throw new SettingsError([
    '`serve --no-jobs` and `work` need PostgreSQL (SVC_DATABASE_URL): the embedded store has one process, which does everything',
  ]);
}
