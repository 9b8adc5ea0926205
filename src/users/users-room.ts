import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { passwordWord } from './password-word.ts';
import { standingWord } from './standing-word.ts';
import { userPresenter } from './user-wire.ts';
import { userActions } from './users-actions.ts';
import { usersPersonalData } from './users-personal-data.ts';

export const usersRoom = defineRoom({
  name: 'users',
  auditActions: userActions,
  personalData: () => usersPersonalData,
  lastingNumbers: ['users'],
  lastWords: [standingWord, passwordWord],
  open: ({ settings }: Pick<Ground, 'settings'>) => ({
    offers: { showUser: userPresenter(settings.privacy.policyVersion) },
  }),
});
