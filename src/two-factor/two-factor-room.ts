import { defineRoom } from '../room/define-room.ts';
import type { TwoFactorDeps } from './two-factor-deps.ts';
import { twoFactorPersonalData } from './two-factor-personal-data.ts';
import { twoFactorRoutes } from './two-factor-routes.ts';

export const twoFactorRoom = defineRoom({
  name: 'two-factor',
  personalData: () => twoFactorPersonalData,
  open: (deps: TwoFactorDeps) => ({ routes: twoFactorRoutes(deps) }),
});
