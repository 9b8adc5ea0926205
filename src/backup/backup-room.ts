import { epochOf } from '../kernel/clock.ts';
import { gauge, type MetricSource } from '../metrics/metric.ts';
import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { readBackupState } from './backup-folder.ts';
import { backupProblems, backupSettings } from './backup-settings.ts';

/** Backups are made by commands; the service tells how old the last ones are. */
export const backupRoom = defineRoom({
  name: 'backup',
  settings: backupSettings,
  settingProblems: backupProblems,
  open: ({ settings }: Pick<Ground, 'settings'>) => ({
    metrics: settings.backup.backupDir === '' ? [] : [ageMetrics(settings.server.dataDir)],
  }),
});

const ageMetrics =
  (dataDir: string): MetricSource =>
  async () => {
    const { made_at, rehearsed_at } = await readBackupState(dataDir);
    const seconds = (at: typeof made_at) => (at === undefined ? 0 : epochOf(at) / 1000);
    return [
      gauge('iskaznica_backup_last_success_timestamp_seconds', 'When a backup was last made here.', seconds(made_at)),
      gauge(
        'iskaznica_backup_last_rehearsal_timestamp_seconds',
        'When a backup was last restored on trial here.',
        seconds(rehearsed_at),
      ),
    ];
  };
