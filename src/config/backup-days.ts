import type { Settings } from './settings.ts';

/** How many days a backup lives before newer ones push it out; `undefined` where the service does not make them itself. */
export const backupDaysOf = ({ backup: { everyHours, backupKeep } }: Settings): number | undefined =>
  everyHours === 0 ? undefined : Math.ceil((everyHours * backupKeep) / 24);
