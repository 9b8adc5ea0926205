import { availableParallelism } from 'node:os';
import type { Attempts } from '../lockout/lockout.ts';
import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { hashMetrics } from './hash-metrics.ts';
import { hashQueue } from './hash-queue.ts';
import { passwordHasher } from './password-hasher.ts';
import { passwordsRoutes } from './passwords-routes.ts';

interface PasswordsRoomDeps extends Pick<Ground, 'database' | 'clock' | 'keys' | 'settings'> {
  readonly attempts: Attempts;
}

/** Hash work waits no longer than about two seconds at the usual cost; the rest is refused at once. */
const LINE_PER_LANE = 8;

export const passwordsRoom = defineRoom({
  name: 'passwords',
  open: ({ settings, keys, ...deps }: PasswordsRoomDeps) => {
    const lanes = availableParallelism();
    const queue = hashQueue({ lanes, longestLine: lanes * LINE_PER_LANE });
    const passwords = passwordHasher(keys, queue, settings.passwords.bcryptCost);
    const { passwordMin } = settings.passwords;
    return {
      offers: { passwords, passwordMin },
      routes: passwordsRoutes({ ...deps, passwords, passwordMin }),
      metrics: [async () => hashMetrics(passwords.load())],
    };
  },
});
