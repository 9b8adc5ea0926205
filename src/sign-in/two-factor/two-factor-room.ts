import { defineRoom } from '../../platform/room/define-room.ts';
import { journalledSecondFactor } from './journalled-second-factor.ts';
import { takeBackSecondFactor } from './take-back-second-factor.ts';
import { lastStepAt } from './totp.ts';
import { twoFactorActions } from './two-factor-actions.ts';
import type { TwoFactorDeps } from './two-factor-deps.ts';
import { twoFactorMails } from './two-factor-mails.ts';
import { twoFactorPersonalData } from './two-factor-personal-data.ts';
import { twoFactorRoutes } from './two-factor-routes.ts';
import { spendAllSteps } from './two-factor-store.ts';

export const twoFactorRoom = defineRoom({
  name: 'two-factor',
  auditActions: twoFactorActions,
  mails: twoFactorMails,
  personalData: () => twoFactorPersonalData,
  takeBack: takeBackSecondFactor,
  journalledStates: [journalledSecondFactor],
  endAtRestore: async (tx, at) => {
    await spendAllSteps(tx, lastStepAt(at));
    return 0; // counts as none: the next code still works
  },
  open: (deps: TwoFactorDeps) => ({ routes: twoFactorRoutes(deps) }),
});
