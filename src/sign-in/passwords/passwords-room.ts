import { availableParallelism } from 'node:os';
import { findHighestPasswordCost, findUsersWithPassword } from '../../accounts/users/find-account.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { Lockout } from '../lockout/lockout.ts';
import { type BreachedPasswords, breachedPasswords } from './breached-passwords.ts';
import { hashMetrics } from './hash-metrics.ts';
import { hashQueue } from './hash-queue.ts';
import { hashWorkers } from './hash-workers.ts';
import { passwordHasher } from './password-hasher.ts';
import { passwordActions } from './passwords-actions.ts';
import { passwordMails } from './passwords-mails.ts';
import { passwordsRoutes } from './passwords-routes.ts';
import { passwordSettings } from './passwords-settings.ts';
import { sharedHashWorkers } from './shared-hash-workers.ts';

interface PasswordsRoomDeps extends Pick<Platform, 'database' | 'clock' | 'keys' | 'settings' | 'parent'> {
  readonly lockout: Lockout;
}

export const passwordsRoom = defineRoom({
  name: 'passwords',
  settings: passwordSettings,
  auditActions: passwordActions,
  mails: passwordMails,
  wayIn: findUsersWithPassword,
  open: ({ settings, keys, parent, ...needs }: PasswordsRoomDeps) => {
    const workers = parent === undefined ? hashWorkers({ workers: availableParallelism() }) : sharedHashWorkers(parent);
    const passwords = passwordHasher(keys, hashQueue(workers), settings.passwords.bcryptCost);
    const noteStoredCost = async () => passwords.noteStoredCost(await findHighestPasswordCost(needs.database.read));
    const { passwordMin } = settings.passwords;
    const breached = breachedPasswords(settings.breachedPasswords.file);
    const offered: BreachedPasswords = breached;
    const deps = { ...needs, passwords, passwordMin, breachedPasswords: offered };
    return {
      services: { passwords, passwordMin, breachedPasswords: offered },
      routes: passwordsRoutes(deps),
      metrics: [async () => hashMetrics(passwords.load())],
      prepare: async (jobs) => {
        await breached.open();
        await noteStoredCost();
        jobs.recur({ name: 'password-cost', every: minutes(1) }, noteStoredCost);
      },
      work: { drain: passwords.close, stop: breached.close }, // waiting callers would not finish in time
    };
  },
});
