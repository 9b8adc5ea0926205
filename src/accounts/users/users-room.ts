import { rebuildWorker } from '../../platform/jobs/rebuild-worker.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { journalledPassword } from './journalled-password.ts';
import { journalledStanding } from './journalled-standing.ts';
import { rebuildPeople } from './rebuild-words.ts';
import { userPresenter } from './user-wire.ts';
import { userActions } from './users-actions.ts';
import { usersPersonalData } from './users-personal-data.ts';

export const usersRoom = defineRoom({
  name: 'users',
  auditActions: userActions,
  personalData: () => usersPersonalData,
  lastingNumbers: ['users'],
  journalledStates: [journalledStanding, journalledPassword],
  open: ({ settings, ...deps }: Pick<Platform, 'settings' | 'database' | 'clock' | 'log'>) => {
    const rebuilding = rebuildWorker(deps, rebuildPeople);
    return {
      services: { showUser: userPresenter(settings.privacy.policyVersion) },
      work: { start: rebuilding.start, stop: rebuilding.close },
    };
  },
});
