import { resolve } from 'node:path';
import type { Settings } from '../../platform/config/settings.ts';
import type { Secret } from '../../platform/kernel/secret.ts';
import type { BackupTarget } from './backup-target.ts';

type BackupSettings = Pick<Settings, 'server' | 'backup'>;

export const hasBackupTarget = ({ backup: { backupDir, backupUrl } }: Pick<Settings, 'backup'>): boolean =>
  backupDir !== '' || backupUrl !== '';

/** The target named by the settings; not accessed yet. */
export async function findBackupTarget(settings: BackupSettings): Promise<BackupTarget | undefined> {
  const { backupDir, backupUrl } = settings.backup;
  if (backupUrl !== '') return (await import('./backups-in-bucket.ts')).bucketTarget(settings);
  return backupDir === '' ? undefined : (await import('./backups-in-folder.ts')).folderTarget(resolve(backupDir));
}

/** The target of backups and their passphrase. @throws Error when either is not set */
export async function requireBackups(settings: BackupSettings): Promise<{ target: BackupTarget; passphrase: Secret }> {
  const target = await findBackupTarget(settings);
  const { backupPassphrase: passphrase } = settings.backup;
  if (target === undefined || passphrase === undefined)
    throw new Error('Set SVC_BACKUP_DIR or SVC_BACKUP_URL, and SVC_BACKUP_PASSPHRASE (or SVC_BACKUP_PASSPHRASE_FILE).');
  return { target, passphrase };
}
