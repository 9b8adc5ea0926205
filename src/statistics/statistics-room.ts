import type { ActParts } from '../policy/act-on-user.ts';
import { defineRoom } from '../room/define-room.ts';
import { statsRoutes } from './stats-routes.ts';

export const statisticsRoom = defineRoom({
  name: 'statistics',
  open: (deps: ActParts) => ({ routes: statsRoutes(deps) }),
});
