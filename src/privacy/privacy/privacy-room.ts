import { doubtedUntil, watchClock } from '../../platform/jobs/clock-watch.ts';
import { days, hours, seconds } from '../../platform/kernel/durations.ts';
import { gauge } from '../../platform/metrics/metric.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { erasureAdminRoutes } from './erasure-admin-routes.ts';
import { erasureLedger, ledgerPath } from './erasure-ledger.ts';
import { keepRetention, RETENTION } from './keep-retention.ts';
import { ownPrivacyRoutes } from './own-privacy-routes.ts';
import { privacyActions } from './privacy-actions.ts';
import type { PrivacyDeps } from './privacy-deps.ts';
import { privacyMails } from './privacy-mails.ts';
import { privacyPersonalData } from './privacy-personal-data.ts';
import { inactivityProblems, retentionSettings } from './privacy-settings.ts';
import { runErasures } from './run-erasures.ts';

type PrivacyRoomDeps = Pick<Platform, 'database' | 'clock' | 'keys' | 'log' | 'publicUrl' | 'settings' | 'counters'>;

export const privacyRoom = defineRoom({
  name: 'privacy',
  settings: retentionSettings,
  settingProblems: inactivityProblems,
  auditActions: privacyActions,
  mails: privacyMails,
  lastingNumbers: ['erasure_requests'], // certificates contain these ids
  personalData: () => privacyPersonalData,
  open: ({ settings, counters, ...needs }: PrivacyRoomDeps, registry) => {
    const { dataDir } = settings.server;
    const privacy: PrivacyDeps = {
      ...needs,
      dataDir,
      auditActions: registry.auditActions,
      contributors: registry.contributors,
      retentionRules: () => registry.retention().rules,
      keptDays: { deleted: settings.retention.deletedDays, audit: settings.retention.auditDays },
      defaultPolicyVersion: settings.privacy.policyVersion,
      removeFiles: registry.removeFilesOf,
      ledger: erasureLedger(ledgerPath(dataDir), needs.keys),
      exportsOf: counters.rateLimit('gdpr-export', { most: 10, within: hours(1) }),
    };
    const deletedUsersKeptFor = days(settings.retention.deletedDays);
    const keep = () => keepRetention(privacy, { ...registry.retention(), deletedUsersKeptFor });
    /** A wrong clock would delete for good what was to be kept. */
    const keepUnlessDoubtful = async () => {
      const isDoubtful = await watchClock(needs.database, needs.clock, RETENTION);
      if (!isDoubtful) return keep();
      needs.log.warn('the clock went on by days since the last retention run: nothing is deleted for a day');
    };
    return {
      services: { privacy, keepRetention: keep, keepRetentionUnlessDoubtful: keepUnlessDoubtful },
      metrics: [
        async () => {
          const until = await doubtedUntil(needs.database.read, needs.clock, RETENTION);
          const help = '1 while nothing is deleted, because the clock went on by days.';
          return [gauge('iskaznica_retention_paused', help, until === undefined ? 0 : 1)];
        },
      ],
      routes: [...ownPrivacyRoutes(privacy), ...erasureAdminRoutes(privacy)],
      work: {
        start: (jobs) => {
          jobs.recur({ name: 'erasures', every: seconds(1) }, () => runErasures(privacy));
          void jobs.recur({ name: RETENTION, every: hours(1) }, keepUnlessDoubtful).run();
        },
      },
    };
  },
});
