import { accessSync, constants, existsSync } from 'node:fs';
import { listBackups } from '../backup/backup-folder.ts';
import { findBackupNotes } from '../backup/note-backup.ts';
import type { Settings } from '../config/settings.ts';
import { isStoreThere, openUnmigrated } from '../database/open-database.ts';
import { isLoopbackUrl } from '../http/local-call.ts';
import { messageOf } from '../kernel/caught-error.ts';
import { type Clock, epochOf, type Instant } from '../kernel/clock.ts';
import { days, type Milliseconds } from '../kernel/durations.ts';
import type { Finding } from './finding.ts';

/** The newest backup is older than this when a nightly one failed twice. */
const STALE: Milliseconds = days(2);
/** The last rehearsal is older than this when a monthly one was left out. */
const UNTRIED: Milliseconds = days(35);

/** Whether backups are made, are readable, and were rehearsed. */
export async function examineBackups(settings: Settings, clock: Clock): Promise<Finding[]> {
  const { backup, server } = settings;
  const { backupDir, backupPassphrase } = backup;
  if (backupDir === '')
    return isLoopbackUrl(server.publicUrl) ? [] : [finding('warn', 'SVC_BACKUP_DIR is not set: there are none')];
  if (backupPassphrase === undefined) return [finding('WRONG', 'SVC_BACKUP_PASSPHRASE is not set: none can be made')];
  if (!existsSync(backupDir)) return [finding('warn', `${backupDir} is not there yet; the first backup makes it`)];
  try {
    accessSync(backupDir, constants.W_OK | constants.X_OK);
    const [newest] = await listBackups(backupDir);
    const { made, rehearsed, secret_saved } = await readNotes(settings);
    if (newest === undefined) return [finding('warn', `there is none in ${backupDir} yet: run "backup create"`)];
    if (typeof newest.head === 'string') return [finding('WRONG', `${newest.name}: ${newest.head}`)];
    const isOlder = (at: Instant | undefined, age: Milliseconds) => at === undefined || clock.now() - epochOf(at) > age;
    return [
      isOlder(made, STALE)
        ? finding('warn', `none was made here in two days; the newest is ${newest.name}`)
        : finding('ok', `${newest.name} in ${backupDir}`),
      isOlder(rehearsed, UNTRIED)
        ? finding('warn', `the last rehearsal was ${rehearsed ?? 'never'}: run "backup rehearse"`)
        : finding('ok', `rehearsed ${rehearsed}`),
      ...(secret_saved === undefined
        ? [finding('warn', 'nobody has said that the secret is saved apart: "backup create --secret-saved"')]
        : []),
    ];
  } catch (error) {
    return [finding('WRONG', messageOf(error))];
  }
}

async function readNotes(settings: Settings): ReturnType<typeof findBackupNotes> {
  if (!isStoreThere(settings)) return {};
  const { database, pending } = await openUnmigrated(settings);
  try {
    return pending.length > 0 ? {} : await findBackupNotes(database);
  } finally {
    await database.close();
  }
}

const finding = (verdict: Finding['verdict'], text: string): Finding => ({ verdict, about: 'backups', text });
