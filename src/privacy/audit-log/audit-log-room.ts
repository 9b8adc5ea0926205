import { findActorRoles } from '../../accounts/users/find-names.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { type HeadFile, headFile } from '../../platform/audit/audit-head-file.ts';
import { auditPersonalData } from '../../platform/audit/audit-personal-data.ts';
import { findChainFault, type SealObserver } from '../../platform/audit/seal-audit.ts';
import { sealJob } from '../../platform/audit/seal-job.ts';
import { oldestUnsealed } from '../../platform/audit/single-records-store.ts';
import { sumJob } from '../../platform/audit/sum-bursts.ts';
import { trimAudit } from '../../platform/audit/trim-audit.ts';
import { epochOf, instantAt } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { gauge, type MetricSource } from '../../platform/metrics/metric.ts';
import type { RetentionTask } from '../../platform/room/contributions.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { auditRoutes } from './audit-log-routes.ts';

const auditLogActions = {
  /** Older records contain the searched text (`asked.q`). */
  'audit.export': action<{ format: string; asked?: object }>({
    group: 'downloads',
    isWorded: true,
    act: { hr: 'preuzet dnevnik', en: 'audit log downloaded' },
    deed: { en: 'downloaded the audit log' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof auditLogActions> {}
}

export const auditLogRoom = defineRoom({
  name: 'audit-log',
  auditActions: auditLogActions,
  personalData: () => auditPersonalData(findActorRoles),
  open: (deps: Platform, { auditActions }) => {
    const { database, keys, clock, log, settings } = deps;
    const heads = headFile(settings.server.dataDir);
    const observers: SealObserver[] = [];
    const observer: SealObserver = {
      began: () => {
        for (const one of observers) one.began();
      },
      sealed: (actions) => {
        for (const one of observers) one.sealed(actions);
      },
    };
    const sealing = sealJob({ database, keys, clock, heads, observer }, log);
    return {
      services: {
        heads,
        /** Seals what waits now instead of at the next turn. Only for the work of a process that works. */
        sealNow: async () => {
          if ((await oldestUnsealed(database.read)) !== undefined) await sealing.run();
        },
        /** Hears what this process seals, of whatever node. */
        observeSealing: (one: SealObserver) => void observers.push(one),
      },
      routes: auditRoutes({ database, keys, clock, heads, auditActions }),
      metrics: [unsealedMetric(deps), brokenMetric({ ...deps, heads })],
      retentionTasks: auditRetention(deps),
      jobs: [sealing, sumJob({ database, clock })],
    };
  },
});

/** Trims the log if a setting limits its age; by default it is kept for ever. */
const auditRetention = (deps: Platform): RetentionTask[] => {
  const { clock, settings } = deps;
  const { auditDays } = settings.retention;
  return auditDays === 0
    ? []
    : [{ name: 'audit', run: () => trimAudit(deps, instantAt(clock.now() - days(auditDays))) }];
};

/** Four reads by key: cheap enough for a scrape, and right on every node at once. */
const brokenMetric =
  ({ database, keys, heads }: Platform & { heads: HeadFile }): MetricSource =>
  async () => {
    const isBroken = (await findChainFault(database.read, { keys, heads })) !== undefined;
    return [gauge('iskaznica_audit_chain_broken', 'Whether the audit chain cannot be continued.', isBroken ? 1 : 0)];
  };

const unsealedMetric =
  ({ database, clock }: Platform): MetricSource =>
  async () => {
    const since = await oldestUnsealed(database.read);
    const age = since === undefined ? 0 : Math.max(0, clock.now() - epochOf(since)) / 1000;
    return [gauge('iskaznica_audit_unsealed_seconds', 'Age of the oldest audit record not sealed yet.', age)];
  };
