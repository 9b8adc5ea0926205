import { availableParallelism } from 'node:os';
import { minutes } from '../kernel/durations.ts';
import type { Attempts } from '../lockout/lockout.ts';
import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { findHighestPasswordCost, findUsersWithPassword } from '../users/find-account.ts';
import { hashMetrics } from './hash-metrics.ts';
import { hashQueue } from './hash-queue.ts';
import { passwordHasher } from './password-hasher.ts';
import { passwordsRoutes } from './passwords-routes.ts';

interface PasswordsRoomDeps extends Pick<Ground, 'database' | 'clock' | 'keys' | 'settings'> {
  readonly attempts: Attempts;
}

export const passwordsRoom = defineRoom({
  name: 'passwords',
  wayIn: findUsersWithPassword,
  open: ({ settings, keys, ...deps }: PasswordsRoomDeps) => {
    const lanes = availableParallelism();
    const passwords = passwordHasher(keys, hashQueue({ lanes }), settings.passwords.bcryptCost);
    const noteStoredCost = async () => passwords.noteStoredCost(await findHighestPasswordCost(deps.database.read));
    const { passwordMin } = settings.passwords;
    return {
      offers: { passwords, passwordMin },
      routes: passwordsRoutes({ ...deps, passwords, passwordMin }),
      metrics: [async () => hashMetrics(passwords.load())],
      prepare: async (jobs) => {
        await noteStoredCost();
        jobs.recur({ name: 'password-cost', every: minutes(1) }, noteStoredCost);
      },
      work: { drain: passwords.close }, // whoever waits for their turn would not be done in time
    };
  },
});
