import type { HasRecentSignIn } from '../../platform/http/route-access.ts';
import { days } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { bulkActions } from './bulk-acts-actions.ts';
import { bulkActsPersonalData } from './bulk-acts-personal-data.ts';
import { bulkActsRoutes } from './bulk-acts-routes.ts';
import { bulkWorker } from './bulk-worker.ts';
import { forgetOldJobs } from './forget-old-jobs.ts';

interface BulkActsRoomDeps extends Pick<Platform, 'database' | 'clock' | 'keys' | 'log' | 'publicUrl'> {
  readonly hasRecentSignIn: HasRecentSignIn;
}

export const bulkActsRoom = defineRoom({
  name: 'bulk-acts',
  auditActions: bulkActions,
  personalData: () => bulkActsPersonalData,
  retention: [{ name: 'bulk_acts', keptFor: days(90), what: 'bulk acts after they ended', forget: forgetOldJobs }],
  open: ({ log, hasRecentSignIn, ...platform }: BulkActsRoomDeps, { findUsersWithWayIn }) => {
    const { database, clock, keys, publicUrl } = platform;
    const needs = { database, clock, keys, publicUrl, findUsersWithWayIn };
    const bulkActs = bulkWorker({ ...needs, log });
    return {
      services: { bulkActs },
      routes: bulkActsRoutes({ ...needs, hasRecentSignIn, wake: bulkActs.wake }),
      work: { start: bulkActs.start, stop: bulkActs.close },
    };
  },
});
