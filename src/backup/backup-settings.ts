import { secretWeakness } from '../config/secret-strength.ts';
import { integerSetting, secretSetting, textSetting } from '../config/setting.ts';
import type { Settings, SettingsOf } from '../config/settings.ts';

export const backupSettings = {
  backup: {
    backupDir: textSetting('SVC_BACKUP_DIR', {
      fallback: '',
      why: 'Folder for backups, best on another disk or a mounted share. Empty: `backup` commands refuse.',
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
      why: 'Where it makes them: how often it also restores the newest on trial. 0: never.',
    }),
    backupKeep: integerSetting('SVC_BACKUP_KEEP', {
      fallback: 14,
      min: 1,
      max: 10_000,
      why: 'How many backups stay in the folder. Older ones go once a newer one has been read back whole. Tell people how long that is.',
    }),
  },
} as const;

declare module '../config/settings.ts' {
  interface Settings extends SettingsOf<typeof backupSettings> {}
}

export function backupProblems({ backup: { backupPassphrase, backupDir, everyHours }, keys }: Settings): string[] {
  if (everyHours > 0 && (backupDir === '' || backupPassphrase === undefined))
    return ['SVC_BACKUP_EVERY_HOURS needs SVC_BACKUP_DIR and SVC_BACKUP_PASSPHRASE'];
  if (backupPassphrase === undefined) return [];
  const passphrase = backupPassphrase.reveal();
  const weakness = secretWeakness(passphrase);
  if (weakness) return [`SVC_BACKUP_PASSPHRASE ${weakness}`];
  return passphrase === keys.secret?.reveal()
    ? ['SVC_BACKUP_PASSPHRASE must not be SVC_SECRET: who can read a backup must not have the keys in it']
    : [];
}
