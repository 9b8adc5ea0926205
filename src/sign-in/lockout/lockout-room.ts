import { minutes, seconds } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { createLockout } from './lockout.ts';
import { lockoutActions } from './lockout-actions.ts';
import { lockoutMetrics } from './lockout-metrics.ts';
import { lockoutPersonalData } from './lockout-personal-data.ts';
import { COUNTED_FOR } from './lockout-rule.ts';
import { lockoutSettings } from './lockout-settings.ts';
import { dropLockouts } from './lockouts-store.ts';

type LockoutRoomDeps = Pick<Platform, 'database' | 'clock' | 'keys' | 'counters' | 'settings'>;

export const lockoutRoom = defineRoom({
  name: 'lockout',
  settings: lockoutSettings,
  auditActions: lockoutActions,
  personalData: lockoutPersonalData,
  retention: [
    {
      name: 'lockouts',
      keptFor: COUNTED_FOR,
      what: 'counts of wrong passwords and codes after the last one',
      forget: dropLockouts,
    },
  ],
  open: ({ database, clock, keys, counters, settings: { signIn } }: LockoutRoomDeps) => {
    const rule = { threshold: signIn.lockThreshold, lockFor: minutes(signIn.lockMinutes) };
    const window = { most: signIn.addressThreshold, within: seconds(signIn.addressWindowSeconds) };
    const addresses = counters.slidingWindow('sign-in', window);
    const lockout = createLockout({ database, clock, keys, rule, addresses });
    return {
      services: { lockout },
      metrics: lockoutMetrics({ database, clock, lockout }),
    };
  },
});
