import { isBackupName } from '../../operations/backup/backup-target.ts';
import { findBackupTarget, requireBackups } from '../../operations/backup/find-backup-target.ts';
import { listKept } from '../../operations/backup/kept-backups.ts';
import { readSealedHead, type SealedSource, sealedFile } from '../../operations/backup/sealed-file.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { CLOCKS_DIFFER, instantAt, nowOf, systemClock } from '../../platform/kernel/clock.ts';
import type { Secret } from '../../platform/kernel/secret.ts';
import { requireReadable } from './command-arguments.ts';

/** The help text of the argument. */
export const ABOUT_BACKUP = 'The backup: a file, or the name or address that "backup list" shows.';

/**
 * A backup named on the command line.
 * @throws Error when there is no such backup
 */
export async function openNamedBackup(settings: Settings, text: string): Promise<SealedSource> {
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

/** The newest backup that is not from the future. @throws Error when there is none */
export async function newestBackup(settings: Settings): Promise<string> {
  const { target } = await requireBackups(settings);
  const kept = await listKept(target, systemClock);
  const newest = kept.find(({ head, isAhead }) => typeof head !== 'string' && !isAhead);
  if (newest !== undefined) return target.place + newest.name;
  if (kept.length === 0) throw new Error(`There is no backup in ${target.place}.`);
  throw new Error(`Every backup in ${target.place} is damaged or from the future: name one that you want.`);
}

/** @throws Error when it is from the future of this clock */
export async function requireNotAhead(source: SealedSource): Promise<void> {
  const { made_at } = await readSealedHead(source);
  if (made_at > instantAt(systemClock.now() + CLOCKS_DIFFER))
    throw new Error(
      `The backup is from the future: it says ${made_at}, and now is ${nowOf(systemClock)}. If its clock was wrong and it is the one you want, add --from-the-future.`,
    );
}
