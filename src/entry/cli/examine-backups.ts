import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findBackupTarget } from '../../operations/backup/find-backup-target.ts';
import { findBackupNotes, type ListedBackup, listKept } from '../../operations/backup/kept-backups.ts';
import { listLeftFolders } from '../../operations/backup/scratch-folder.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { isStoreThere } from '../../platform/database/open-database.ts';
import { listLeftDatabases } from '../../platform/database/rehearsal-databases.ts';
import { isLoopbackUrl } from '../../platform/http/local-call.ts';
import { type Clock, epochOf, type Instant } from '../../platform/kernel/clock.ts';
import { days, type Milliseconds } from '../../platform/kernel/durations.ts';
import { messageOf } from '../../platform/kernel/unchecked.ts';
import { openUnmigratedAppStore } from '../app/app-schema.ts';
import { type Finding, room } from './examine-folder.ts';

/** The newest backup is older than this when a nightly one failed twice. */
const STALE: Milliseconds = days(2);
/** The last rehearsal is older than this when a monthly one was left out. */
const UNTRIED: Milliseconds = days(35);

/** Whether backups are made, are readable, and were rehearsed. */
export async function examineBackups(settings: Settings, clock: Clock): Promise<Finding[]> {
  const { backup, server } = settings;
  const target = await findBackupTarget(settings);
  if (target === undefined)
    return isLoopbackUrl(server.publicUrl)
      ? []
      : [finding('warn', 'neither SVC_BACKUP_DIR nor SVC_BACKUP_URL is set: there are none')];
  const { place } = target;
  if (backup.backupPassphrase === undefined)
    return [finding('WRONG', 'SVC_BACKUP_PASSPHRASE is not set: none can be made')];
  try {
    if ((await target.check()) === 'to be made')
      return [finding('warn', `${place} is not there yet; the first backup makes it`)];
    const kept = await listKept(target, clock);
    const problems = kept.flatMap(problemsOf);
    const newest = kept.find((one) => problemsOf(one).length === 0);
    if (newest === undefined && problems.length > 0) return problems;
    if (newest === undefined) return [finding('warn', `there is none in ${place} yet: run "backup create"`)];
    const { made, rehearsed, secret_saved } = await readNotes(settings, clock);
    const isOlder = (at: Instant | undefined, age: Milliseconds) => at === undefined || clock.now() - epochOf(at) > age;
    return [
      ...problems,
      ...(backup.backupDir === '' ? [] : room('backups', resolve(backup.backupDir))),
      ...scarce(backup.backupDir, newest),
      isOlder(made, STALE)
        ? finding('warn', `this service made none in the last two days; the newest is ${newest.name}`)
        : finding('ok', `${newest.name} in ${place}`),
      isOlder(rehearsed, UNTRIED)
        ? finding(
            'warn',
            `${rehearsed === undefined ? 'none was ever rehearsed' : `the last rehearsal was ${rehearsed}`}: run "backup rehearse"`,
          )
        : finding('ok', `rehearsed ${rehearsed}`),
      ...(secret_saved === undefined
        ? [
            finding(
              'warn',
              'nobody has confirmed that the secret is saved elsewhere: run "backup create --secret-saved"',
            ),
          ]
        : []),
    ];
  } catch (error) {
    return [finding('WRONG', messageOf(error))];
  }
}

/** Whether another backup as long as the newest fits. */
function scarce(folder: string, newest: ListedBackup | undefined): Finding[] {
  if (folder === '' || newest === undefined) return [];
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize > newest.bytes) return [];
  return [finding('WRONG', `the next one does not fit: ${newest.name} has ${Math.ceil(newest.bytes / 1024 ** 2)} MiB`)];
}

function problemsOf({ name, head, isAhead }: ListedBackup): Finding[] {
  if (typeof head === 'string') return [finding('WRONG', `${name}: ${head}`)];
  if (!isAhead) return [];
  return [
    finding('WRONG', `${name} is from the future (${head.made_at}): the clock is wrong, or was when it was made`),
  ];
}

async function readNotes(settings: Settings, clock: Clock): ReturnType<typeof findBackupNotes> {
  if (!isStoreThere(settings)) return {};
  const { database, pending } = await openUnmigratedAppStore(settings);
  try {
    return pending.length > 0 ? {} : await findBackupNotes(database, clock);
  } finally {
    await database.close();
  }
}

const finding = (verdict: Finding['verdict'], text: string): Finding => ({ verdict, about: 'backups', text });

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
