import type { ActDeps } from '../policy/act-on-user.ts';
import { defineRoom } from '../room/define-room.ts';
import { statsRoutes } from './stats-routes.ts';

export const statisticsRoom = defineRoom({
  name: 'statistics',
  open: (deps: ActDeps) => ({ routes: statsRoutes(deps) }),
});
