import { defineRoom } from '../room/define-room.ts';
import { ownAccountPersonalData } from './own-account-personal-data.ts';
import { type OwnAccountDeps, ownAccountRoutes } from './own-account-routes.ts';
import { ownSessionsRoutes } from './own-sessions-routes.ts';

export const ownAccountRoom = defineRoom({
  name: 'own-account',
  personalData: () => ownAccountPersonalData,
  open: (deps: OwnAccountDeps) => ({ routes: [...ownAccountRoutes(deps), ...ownSessionsRoutes(deps)] }),
});
