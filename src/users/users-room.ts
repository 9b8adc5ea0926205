import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { journalledPassword } from './journalled-password.ts';
import { journalledStanding } from './journalled-standing.ts';
import { userPresenter } from './user-wire.ts';
import { userActions } from './users-actions.ts';
import { usersPersonalData } from './users-personal-data.ts';

export const usersRoom = defineRoom({
  name: 'users',
  auditActions: userActions,
  personalData: () => usersPersonalData,
  lastingNumbers: ['users'],
  journalledStates: [journalledStanding, journalledPassword],
  open: ({ settings }: Pick<Ground, 'settings'>) => ({
    offers: { showUser: userPresenter(settings.privacy.policyVersion) },
  }),
});
