import type { HasRecentSignIn } from '../../platform/http/route-access.ts';
import { days } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Ground } from '../../platform/room/ground.ts';
import { bulkActions } from './bulk-acts-actions.ts';
import { bulkActsPersonalData } from './bulk-acts-personal-data.ts';
import { bulkActsRoutes } from './bulk-acts-routes.ts';
import { bulkWorker } from './bulk-worker.ts';
import { forgetOldJobs } from './forget-old-jobs.ts';

interface BulkActsRoomDeps extends Pick<Ground, 'database' | 'clock' | 'keys' | 'log' | 'publicUrl'> {
  readonly hasRecentSignIn: HasRecentSignIn;
}

export const bulkActsRoom = defineRoom({
  name: 'bulk-acts',
  auditActions: bulkActions,
  personalData: () => bulkActsPersonalData,
  retention: [{ name: 'bulk_acts', keptFor: days(90), what: 'bulk acts after they ended', forget: forgetOldJobs }],
  open: ({ log, hasRecentSignIn, ...ground }: BulkActsRoomDeps, { findUsersWithWayIn }) => {
    const { database, clock, keys, publicUrl } = ground;
    const needs = { database, clock, keys, publicUrl, findUsersWithWayIn };
    const bulkActs = bulkWorker({ ...needs, log });
    return {
      offers: { bulkActs },
      routes: bulkActsRoutes({ ...needs, hasRecentSignIn, wake: bulkActs.wake }),
      work: { start: bulkActs.start, stop: bulkActs.close },
    };
  },
});
