import { minutes, seconds } from '../kernel/durations.ts';
import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { createAttempts } from './lockout.ts';
import { lockoutPersonalData } from './lockout-personal-data.ts';

type LockoutRoomDeps = Pick<Ground, 'database' | 'clock' | 'counters' | 'settings'>;

export const lockoutRoom = defineRoom({
  name: 'lockout',
  personalData: lockoutPersonalData,
  open: ({ database, clock, counters, settings: { signIn } }: LockoutRoomDeps) => {
    const rule = { threshold: signIn.lockThreshold, lockFor: minutes(signIn.lockMinutes) };
    const window = { most: signIn.addressThreshold, within: seconds(signIn.addressWindowSeconds) };
    return {
      offers: {
        attempts: createAttempts({
          database,
          clock,
          rule,
          addresses: counters.slidingWindow('sign-in', window),
          shadow: counters.attemptCounter('sign-in', rule),
        }),
        /** How many refusals of a blocked client address are worth a record. */
        auditThrottle: counters.slidingWindow('audit:blocked', { most: 10, within: minutes(1) }),
      },
    };
  },
});
