import { defineRoom } from '../../platform/room/define-room.ts';
import type { Ground } from '../../platform/room/ground.ts';
import { inactivityMails } from './inactivity-mails.ts';
import { suspendInactiveAccounts, warnInactiveAccounts } from './retire-inactive.ts';

export const inactivityRoom = defineRoom({
  name: 'inactivity',
  mails: inactivityMails,
  open: ({ database, clock, settings: { retention } }: Pick<Ground, 'database' | 'clock' | 'settings'>) => {
    if (retention.inactiveWarnDays === 0) return {};
    const deps = { database, clock };
    return {
      // Suspension runs first: a suspended user needs no second warning.
      retentionTasks: [
        { name: 'inactive_suspended', run: () => suspendInactiveAccounts(deps, retention) },
        { name: 'inactive_warned', run: () => warnInactiveAccounts(deps, retention) },
      ],
    };
  },
});
