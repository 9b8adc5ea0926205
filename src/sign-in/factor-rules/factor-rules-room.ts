import { days } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { factorPolicyRoutes } from './factor-policy-routes.ts';
import { dropOldReminders } from './factor-reminders-store.ts';
import { factorPolicyActions } from './factor-rules-actions.ts';
import { factorPolicyMails } from './factor-rules-mails.ts';
import { factorPolicyPersonalData } from './factor-rules-personal-data.ts';
import type { FactorPolicyDeps } from './set-factor-rules.ts';

export const factorPolicyRoom = defineRoom({
  name: 'factor-policy',
  auditActions: factorPolicyActions,
  mails: factorPolicyMails,
  personalData: () => factorPolicyPersonalData,
  retention: [
    {
      name: 'factor_reminders',
      keptFor: days(90),
      what: 'when somebody was reminded to turn on two-step sign-in',
      forget: dropOldReminders,
    },
  ],
  open: (deps: FactorPolicyDeps) => ({ routes: factorPolicyRoutes(deps) }),
});
