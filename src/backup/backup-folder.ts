import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Secret } from '../kernel/secret.ts';
import { BackupFault, readSealedHead, type SealedHead } from './sealed-file.ts';

const NAME = /^iskaznica-[\dTZ-]+\.backup$/;

/** Where backups are and what opens them. @throws Error where that is not set */
export function backupTarget({ backup }: Pick<Settings, 'backup'>): { folder: string; passphrase: Secret } {
  const { backupDir, backupPassphrase } = backup;
  if (backupDir === '' || backupPassphrase === undefined)
    throw new Error('Set SVC_BACKUP_DIR and SVC_BACKUP_PASSPHRASE (or SVC_BACKUP_PASSPHRASE_FILE).');
  return { folder: resolve(backupDir), passphrase: backupPassphrase };
}

/** Sorts by time. */
export const nameAt = (at: Instant): string => `iskaznica-${at.replaceAll(/[:.]/g, '-')}.backup`;

export interface ListedBackup {
  readonly name: string;
  readonly bytes: number;
  /** What its head says, or what is wrong with it. */
  readonly head: SealedHead | string;
}

/** Newest first. What has another name is somebody else's. */
export async function listBackups(folder: string): Promise<ListedBackup[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  return Promise.all(
    names.reverse().map(async (name) => {
      const path = join(folder, name);
      const head = await readSealedHead(path).catch((error: unknown) => {
        if (error instanceof BackupFault) return error.message;
        throw error;
      });
      return { name, bytes: (await stat(path)).size, head };
    }),
  );
}

/** Removes all but the newest. Returns the names. */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) await rm(join(folder, name));
  return old;
}
