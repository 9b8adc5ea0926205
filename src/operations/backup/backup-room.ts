import type { Logger } from 'pino';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { dropLeftDatabases } from '../../platform/database/rehearsal-databases.ts';
import type { Job } from '../../platform/jobs/recurring-jobs.ts';
import { BEFORE_ALL, epochOf, type Instant } from '../../platform/kernel/clock.ts';
import { hours, minutes, seconds } from '../../platform/kernel/durations.ts';
import { memoise } from '../../platform/kernel/memoise.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';
import { gauge, type MetricSource } from '../../platform/metrics/metric.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { backupNotesTable } from './backup-notes-store.ts';
import { runSchedule, warnOfOldBackups } from './backup-schedule.ts';
import { backupProblems, backupSettings } from './backup-settings.ts';
import { findOldestDue, lastWordsDueTable } from './due-states-store.ts';
import { findBackupTarget, hasBackupTarget } from './find-backup-target.ts';
import { journalledKey } from './journalled-key.ts';
import { findBackupNotes } from './kept-backups.ts';
import { removeLeftFolders } from './scratch-folder.ts';
import { journalWriter } from './write-journal.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    /** Empty for never. */
    'backup-too-old': { readonly made: Instant | ''; readonly rehearsed: Instant | '' };
  }
}

const backupMails: MailTemplates<'backup-too-old'> = {
  'backup-too-old': {
    hr: ({ made, rehearsed }) => ({
      subject: 'Sigurnosna kopija je prestara',
      paragraphs: [
        made === ''
          ? 'Sigurnosna kopija još nijednom nije napravljena.'
          : `Posljednja sigurnosna kopija napravljena je ${croatianTime(made)}.`,
        rehearsed === ''
          ? 'Nijedna kopija još nije probno vraćena, pa se ne zna može li se vratiti.'
          : `Posljednja je kopija probno vraćena ${croatianTime(rehearsed)}.`,
        'Proslijedite ovo onome tko održava poslužitelj. Što ne radi, pokazat će naredbe „iskaznica backup create” i „iskaznica backup rehearse”.',
        'Ako ne znate tko održava poslužitelj, pitajte onoga tko Vam je otvorio račun.',
      ],
      notes: ['Ova poruka stiže jednom dnevno dok se to ne popravi.'],
    }),
    en: ({ made, rehearsed }) => ({
      subject: 'The backup is too old',
      paragraphs: [
        made === '' ? 'No backup was ever made.' : `The last backup was made ${englishTime(made)}.`,
        rehearsed === ''
          ? 'None was ever restored as a test, so nobody knows whether one can be.'
          : `One was last restored as a test ${englishTime(rehearsed)}.`,
        'Pass this on to whoever maintains the server. The commands “iskaznica backup create” and “iskaznica backup rehearse” say what is wrong.',
        'If you do not know who does, ask whoever opened your account.',
      ],
      notes: ['You will get this message once a day until this is fixed.'],
    }),
  },
};

const backupActions = {
  /** A restore applied a state from the journal that is newer than the backup. `key` if it is not about a person. */
  'backup.reapply': action<{ kind: string; did: readonly string[]; key?: string }>({
    group: 'service',
    act: { hr: 'obnovljeno posljednje stanje nakon vraćanja kopije', en: 'last state reapplied after a restore' },
    deed: { en: 'reapplied the last state after a restore' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof backupActions> {}
}

/** Backups, and the journal that brings an older one up to date. */
export const backupRoom = defineRoom({
  name: 'backup',
  tables: [lastWordsDueTable, backupNotesTable],
  settings: backupSettings,
  settingProblems: backupProblems,
  auditActions: backupActions,
  mails: backupMails,
  journalledStates: [journalledKey],
  open: (deps: Platform, { journalledStates }) => {
    const { dataDir } = deps.settings.server;
    const hasTarget = hasBackupTarget(deps.settings);
    const target = memoise(() => findBackupTarget(deps.settings));
    const copies = async () => (await target())?.journals;
    const writeJournal = journalWriter({ ...deps, dataDir, copies, journalledStates: journalledStates() });
    return {
      services: { writeJournal, warnOfOldBackups: () => warnOfOldBackups(deps) },
      metrics: [journalMetric(deps), ...(hasTarget ? [ageMetrics(deps)] : [])],
      jobs: [
        { name: 'journal', every: seconds(5), also: ['at end'], run: writeJournal }, // after the last seal
        { name: 'backup-sweep', every: hours(1), also: ['at start'], run: () => sweepLeftRuns(deps) },
        ...(hasTarget ? scheduledBackups(deps) : []),
      ],
    };
  },
});

const scheduledBackups = (deps: Platform): Job[] => [
  { name: 'backup', every: minutes(5), also: ['at start'], run: (closing) => runSchedule(deps, closing) },
  { name: 'backup-age', every: minutes(30), also: ['at start'], run: () => warnOfOldBackups(deps) },
];

const journalMetric =
  ({ database, clock }: Platform): MetricSource =>
  async () => {
    const since = await findOldestDue(database.read);
    const age = since === undefined ? 0 : Math.max(0, clock.now() - epochOf(since)) / 1000;
    const help = 'Age of the oldest change that is not yet in the journal, and beside the backups.';
    return [gauge('iskaznica_journal_due_seconds', help, age)];
  };

const ageMetrics =
  ({ database, clock }: Platform): MetricSource =>
  async () => {
    const { made, rehearsed, ahead = BEFORE_ALL } = await findBackupNotes(database, clock);
    const inSeconds = (at: typeof made) => (at === undefined ? 0 : epochOf(at) / 1000);
    return [
      gauge('iskaznica_backup_last_success_timestamp_seconds', 'When a backup was last made.', inSeconds(made)),
      gauge(
        'iskaznica_backup_last_rehearsal_timestamp_seconds',
        'When the restore of a backup was last rehearsed.',
        inSeconds(rehearsed),
      ),
      gauge(
        'iskaznica_backup_ahead_seconds',
        'How far the latest kept backup lies in the future; 0 where none does.',
        ahead === BEFORE_ALL ? 0 : Math.max(0, epochOf(ahead) - clock.now()) / 1000,
      ),
    ];
  };

/** Takes away what killed backups, rehearsals and restores left: everybody's data, also of people who were erased since. */
async function sweepLeftRuns({ settings, log }: { settings: Settings; log: Logger }): Promise<void> {
  const folders = await removeLeftFolders(settings.server.dataDir);
  const databases = await dropLeftDatabases(settings);
  if (folders.length + databases.length > 0) log.warn({ folders, databases }, 'what a killed run left was removed');
}
