import { defineRoom } from '../../platform/room/define-room.ts';
import { type StatsDeps, statsRoutes } from './stats-routes.ts';

export const statisticsRoom = defineRoom({
  name: 'statistics',
  open: (deps: StatsDeps) => ({ routes: statsRoutes(deps) }),
});
