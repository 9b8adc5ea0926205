import { type BackupTarget, isBackupName } from '../backup/backup-target.ts';
import { findBackupTarget } from '../backup/find-backup-target.ts';
import { BackupFault, readSealedHead, type SealedHead, type SealedSource, sealedFile } from '../backup/sealed-file.ts';
import type { Settings } from '../config/settings.ts';
import type { Secret } from '../kernel/secret.ts';
import { requireReadable } from './given-file.ts';

/** The help text of the argument. */
export const ABOUT_BACKUP = 'The backup: a file, or the name or address that "backup list" shows.';

/**
 * A backup named on the command line.
 * @throws Error when there is no such backup
 */
export async function givenBackup(settings: Settings, text: string): Promise<SealedSource> {
  const target = await findBackupTarget(settings);
  const name = target !== undefined && text.startsWith(target.place) ? text.slice(target.place.length) : text;
  if (target !== undefined && isBackupName(name) && (await target.list()).some((kept) => kept.name === name))
    return target.open(name);
  await requireReadable(text);
  return sealedFile(text);
}

/** @throws Error when it is not set */
export function requirePassphrase({ backup: { backupPassphrase } }: Settings): Secret {
  if (backupPassphrase !== undefined) return backupPassphrase;
  throw new Error('Set SVC_BACKUP_PASSPHRASE (or SVC_BACKUP_PASSPHRASE_FILE).');
}

/** The head of a backup, or the problem with it. */
export async function headOf(target: BackupTarget, name: string): Promise<SealedHead | string> {
  try {
    return await readSealedHead(await target.open(name));
  } catch (error) {
    if (error instanceof BackupFault) return error.message;
    throw error;
  }
}
