import { type Settings, SettingsError } from '../../platform/config/settings.ts';

/** What a process does: serve requests, background work (mails, imports, seals, sweeps), or both. */
export type Duty = 'everything' | 'answer' | 'work';

/** @throws SettingsError for a partial duty on an embedded store, since no other process could do the rest */
export function checkedDuty(duty: Duty, { storage }: Settings): Duty {
  if (duty === 'everything' || storage.databaseUrl !== undefined) return duty;
  throw new SettingsError([
    '`serve --no-jobs` and `work` need PostgreSQL (SVC_DATABASE_URL): the embedded store has one process, which does everything',
  ]);
}
