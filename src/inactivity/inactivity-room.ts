import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { suspendInactiveAccounts, warnInactiveAccounts } from './retire-inactive.ts';

export const inactivityRoom = defineRoom({
  name: 'inactivity',
  open: ({ database, clock, settings: { retention } }: Pick<Ground, 'database' | 'clock' | 'settings'>) => {
    if (retention.inactiveWarnDays === 0) return {};
    const deps = { database, clock };
    return {
      // Suspensions come first: who is suspended needs no second warning.
      retentionTasks: [
        { name: 'inactive_suspended', run: () => suspendInactiveAccounts(deps, retention) },
        { name: 'inactive_warned', run: () => warnInactiveAccounts(deps, retention) },
      ],
    };
  },
});
