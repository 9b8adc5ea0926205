import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { doubtedUntil, watchClock } from '../../platform/jobs/clock-watch.ts';
import { days, hours, seconds } from '../../platform/kernel/durations.ts';
import { gauge } from '../../platform/metrics/metric.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { listAccesses } from './access-log.ts';
import { erasureRequestsTable } from './erasure.ts';
import { erasureAdminRoutes } from './erasure-admin-routes.ts';
import { erasureLedger, ledgerPath } from './erasure-ledger.ts';
import { blankMentions, blankReasons, listRequestsOf } from './erasure-requests-store.ts';
import { keepRetention, RETENTION } from './keep-retention.ts';
import { ownPrivacyRoutes } from './own-data-routes.ts';
import { privacyActions } from './personal-data-actions.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';
import { privacyErrors } from './personal-data-errors.ts';
import { privacyMails } from './personal-data-mails.ts';
import { inactivityProblems, retentionSettings } from './personal-data-settings.ts';
import { showRequest } from './personal-data-wire.ts';
import { runErasures } from './run-erasures.ts';

const ALL = 1_000_000;

/** The access log has no table: it is derived from the audit log. */
const privacyPersonalData: PersonalDataContributor = {
  room: 'privacy',
  tables: [erasureRequestsTable],
  exportOf: async (db, userId) => ({
    erasure_requests: (await listRequestsOf(db, userId)).map(showRequest),
    access_log: (await listAccesses(db, { userIds: [userId], before: undefined, limit: ALL })).map(
      ({ id: _, ...look }) => look,
    ),
  }),
  erase: blankReasons,
  eraseValues: blankMentions,
  parts: {
    access_log: { purpose: 'proof', kept: 'log' },
  },
  description: {
    holds: 'requests for erasure: status, times, reasons; who looked at the data, by role',
    erased: 'reasons emptied; where a reason about somebody else mentions the person, that is taken out',
    stays: {
      what: 'the request by number, its times, counts and certificate',
      ground: 'proof that the request was fulfilled (GDPR art. 5(2))',
      until: 'as long as the service keeps its audit log',
    },
  },
};

export const privacyRoom = defineRoom({
  name: 'personal-data',
  refusals: privacyErrors,
  tables: [erasureRequestsTable],
  settings: retentionSettings,
  settingProblems: inactivityProblems,
  auditActions: privacyActions,
  mails: privacyMails,
  idsNeverReused: ['erasure_requests'], // certificates contain these ids
  personalData: () => privacyPersonalData,
  open: (platform: Platform, registry) => {
    const { settings, counters, database, clock, keys, log, publicUrl } = platform;
    const { dataDir } = settings.server;
    const privacy: PrivacyDeps = {
      database,
      clock,
      keys,
      log,
      publicUrl,
      dataDir,
      auditActions: registry.auditActions,
      contributors: registry.contributors,
      retentionRules: () => registry.retention().rules,
      keptDays: { deleted: settings.retention.deletedDays, audit: settings.retention.auditDays },
      defaultPolicyVersion: settings.privacy.policyVersion,
      removeFiles: registry.removeFilesOf,
      ledger: erasureLedger(ledgerPath(dataDir), keys),
      exportsOf: counters.rateLimit('gdpr-export', { most: 10, within: hours(1) }),
    };
    const deletedUsersKeptFor = days(settings.retention.deletedDays);
    const keep = () => keepRetention(privacy, { ...registry.retention(), deletedUsersKeptFor });
    /** A wrong clock would delete for good what was to be kept. */
    const keepUnlessDoubtful = async () => {
      const isDoubtful = await watchClock(database, clock, RETENTION);
      if (!isDoubtful) return keep();
      log.warn('the clock went on by days since the last retention run: nothing is deleted for a day');
    };
    return {
      services: { privacy, keepRetention: keep, keepRetentionUnlessDoubtful: keepUnlessDoubtful },
      metrics: [
        async () => {
          const until = await doubtedUntil(database.read, clock, RETENTION);
          const help = '1 while nothing is deleted, because the clock went on by days.';
          return [gauge('iskaznica_retention_paused', help, until === undefined ? 0 : 1)];
        },
      ],
      routes: [...ownPrivacyRoutes(privacy), ...erasureAdminRoutes(privacy)],
      jobs: [
        { name: 'erasures', every: seconds(1), run: () => runErasures(privacy) },
        { name: RETENTION, every: hours(1), also: ['at start'], run: keepUnlessDoubtful },
      ],
    };
  },
});
