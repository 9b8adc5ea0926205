import { listLeftFolders } from '../../operations/backup/scratch-folder.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { listLeftDatabases } from '../../platform/database/rehearsal-databases.ts';
import { messageOf } from '../../platform/kernel/unchecked.ts';
import type { Finding } from './finding.ts';

/** What killed backups, rehearsals and restores left. */
export async function examineLeftRuns(settings: Settings): Promise<Finding[]> {
  const finding = (text: string): Finding => ({ verdict: 'WRONG', about: 'backups', text });
  try {
    const folders = (await listLeftFolders(settings.server.dataDir)).map((name) => `the folder ${name}`);
    const databases = (await listLeftDatabases(settings)).map((name) => `the database ${name}`);
    return [...folders, ...databases].map((left) =>
      finding(
        `a killed run left ${left} with everybody in it, unencrypted: the service removes it at its start, or within the hour`,
      ),
    );
  } catch (error) {
    return [finding(messageOf(error))];
  }
}
