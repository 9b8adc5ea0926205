import type { Settings } from './settings.ts';

/** How many days a backup is kept before newer ones replace it; `undefined` if the service does not make backups itself. */
export const backupDaysOf = ({ backup: { everyHours, backupKeep } }: Settings): number | undefined =>
  everyHours === 0 ? undefined : Math.ceil((everyHours * backupKeep) / 24);
