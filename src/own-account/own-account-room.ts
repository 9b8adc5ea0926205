import { defineRoom } from '../room/define-room.ts';
import { ownAccountPersonalData } from './own-account-personal-data.ts';
import { type OwnAccountParts, ownAccountRoutes } from './own-account-routes.ts';
import { ownSessionsRoutes } from './own-sessions-routes.ts';

export const ownAccountRoom = defineRoom({
  name: 'own-account',
  personalData: ownAccountPersonalData,
  open: (deps: OwnAccountParts) => ({ routes: [...ownAccountRoutes(deps), ...ownSessionsRoutes(deps)] }),
});
