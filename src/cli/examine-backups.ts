import { accessSync, constants, existsSync } from 'node:fs';
import { listBackups, readBackupState } from '../backup/backup-folder.ts';
import type { Settings } from '../config/settings.ts';
import { isLoopbackUrl } from '../http/local-call.ts';
import { type Clock, epochOf, type Instant } from '../kernel/clock.ts';
import { days, type Milliseconds } from '../kernel/durations.ts';
import type { Finding } from './finding.ts';

/** A nightly backup that failed twice, and a monthly rehearsal that was left out. */
const STALE: Milliseconds = days(2);
const UNTRIED: Milliseconds = days(35);

/** Whether backups are made, can be read, and were restored on trial. */
export async function examineBackups({ backup, server }: Settings, clock: Clock): Promise<Finding[]> {
  const { backupDir, backupPassphrase } = backup;
  if (backupDir === '')
    return isLoopbackUrl(server.publicUrl) ? [] : [finding('warn', 'SVC_BACKUP_DIR is not set: there are none')];
  if (backupPassphrase === undefined) return [finding('WRONG', 'SVC_BACKUP_PASSPHRASE is not set: none can be made')];
  if (!existsSync(backupDir)) return [finding('warn', `${backupDir} is not there yet; the first backup makes it`)];
  try {
    accessSync(backupDir, constants.W_OK | constants.X_OK);
    const [newest] = await listBackups(backupDir);
    const state = await readBackupState(server.dataDir);
    if (newest === undefined) return [finding('warn', `there is none in ${backupDir} yet: run "backup create"`)];
    if (typeof newest.head === 'string') return [finding('WRONG', `${newest.name}: ${newest.head}`)];
    const isOlder = (at: Instant | undefined, age: Milliseconds) => at === undefined || clock.now() - epochOf(at) > age;
    const { made_at, rehearsed_at, secret_saved_at } = state;
    return [
      isOlder(made_at, STALE)
        ? finding('warn', `none was made here in two days; the newest is ${newest.name}`)
        : finding('ok', `${newest.name} in ${backupDir}`),
      isOlder(rehearsed_at, UNTRIED)
        ? finding('warn', `the last rehearsal was ${rehearsed_at ?? 'never'}: run "backup rehearse"`)
        : finding('ok', `rehearsed ${rehearsed_at}`),
      ...(secret_saved_at === undefined
        ? [finding('warn', 'nobody has said that the secret is saved apart: "backup create --secret-saved"')]
        : []),
    ];
  } catch (error) {
    return [finding('WRONG', (error as Error).message)];
  }
}

const finding = (verdict: Finding['verdict'], text: string): Finding => ({ verdict, about: 'backups', text });
