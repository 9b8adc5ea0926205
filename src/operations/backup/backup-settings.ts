import { passphraseWeakness } from '../../platform/config/secret-strength.ts';
import { integerSetting, secretSetting, textSetting } from '../../platform/config/setting.ts';
import type { Settings, SettingsOf } from '../../platform/config/settings.ts';
import { bucketProblems, overlaps } from '../../platform/config/storage-settings.ts';

export const backupSettings = {
  backup: {
    backupDir: textSetting('SVC_BACKUP_DIR', {
      fallback: '',
      why: 'Folder for backups, best on another disk or a mounted share. Without it and `SVC_BACKUP_URL` the `backup` commands refuse.',
    }),
    backupUrl: textSetting('SVC_BACKUP_URL', {
      fallback: '',
      why: 'Backups in an S3 bucket instead of a folder, addressed as `SVC_FILES_URL` is; best with another provider than the files.',
    }),
    backupAccessKey: secretSetting('SVC_BACKUP_S3_ACCESS_KEY', {
      why: 'Access key for the bucket of `SVC_BACKUP_URL`. It needs to get, put, delete and list, uploads in several parts too.',
    }),
    backupSecretKey: secretSetting('SVC_BACKUP_S3_SECRET_KEY', {
      why: 'The secret that belongs to the access key.',
    }),
    backupPassphrase: secretSetting('SVC_BACKUP_PASSPHRASE', {
      range: '32 characters or more',
      why: 'Encrypts backups. Keep it apart from them, and apart from SVC_SECRET: both are needed to restore one.',
    }),
    everyHours: integerSetting('SVC_BACKUP_EVERY_HOURS', {
      fallback: 0,
      min: 0,
      max: 168,
      why: 'How often the service makes a backup by itself, on one node. 0: never; leave it to a timer of the system.',
    }),
    rehearseDays: integerSetting('SVC_BACKUP_REHEARSE_DAYS', {
      fallback: 7,
      min: 0,
      max: 90,
      why: 'If it makes backups: how often it also rehearses restoring the newest one. 0: never.',
    }),
    backupKeep: integerSetting('SVC_BACKUP_KEEP', {
      fallback: 14,
      min: 1,
      max: 10_000,
      why: 'How many backups stay. Older ones go once a newer one has been read back whole. Tell people how long that is.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof backupSettings> {}
}

export function backupProblems(settings: Settings): string[] {
  const { backupPassphrase, backupDir, backupUrl, everyHours } = settings.backup;
  const problems = targetProblems(settings);
  if (everyHours > 0 && ((backupDir === '' && backupUrl === '') || backupPassphrase === undefined))
    problems.push('SVC_BACKUP_EVERY_HOURS needs SVC_BACKUP_DIR or SVC_BACKUP_URL, and SVC_BACKUP_PASSPHRASE');
  if (backupPassphrase !== undefined) problems.push(...passphraseProblems(backupPassphrase.reveal(), settings));
  return problems;
}

function targetProblems({ backup, files }: Settings): string[] {
  const { backupDir, backupUrl, backupAccessKey, backupSecretKey } = backup;
  if (backupUrl === '') return [];
  const problems = bucketProblems('SVC_BACKUP', { url: backupUrl, hasKeys: !!backupAccessKey && !!backupSecretKey });
  if (backupDir !== '') problems.push('SVC_BACKUP_URL and SVC_BACKUP_DIR are both set; set one');
  if (overlaps(backupUrl, files.filesUrl))
    problems.push('SVC_BACKUP_URL and SVC_FILES_URL overlap: give each a prefix outside the other');
  return problems;
}

function passphraseProblems(passphrase: string, { keys }: Settings): string[] {
  const weakness = passphraseWeakness(passphrase);
  if (weakness) return [`SVC_BACKUP_PASSPHRASE ${weakness}`];
  return passphrase === keys.secret?.reveal()
    ? ['SVC_BACKUP_PASSPHRASE must not be SVC_SECRET: who can read a backup must not have the keys in it']
    : [];
}
