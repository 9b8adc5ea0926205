import { defineRoom } from '../room/define-room.ts';
import { twoFactorActions } from './two-factor-actions.ts';
import type { TwoFactorDeps } from './two-factor-deps.ts';
import { twoFactorMails } from './two-factor-mails.ts';
import { twoFactorPersonalData } from './two-factor-personal-data.ts';
import { twoFactorRoutes } from './two-factor-routes.ts';

export const twoFactorRoom = defineRoom({
  name: 'two-factor',
  auditActions: twoFactorActions,
  mails: twoFactorMails,
  personalData: () => twoFactorPersonalData,
  open: (deps: TwoFactorDeps) => ({ routes: twoFactorRoutes(deps) }),
});
