import { availableParallelism } from 'node:os';
import { findHighestPasswordCost, findUsersWithPassword } from '../../accounts/users/accounts-store.ts';
import { integerSetting, textSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { counter, gauge, type Metric, over } from '../../platform/metrics/metric.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { type BreachedPasswords, breachedPasswords } from './breached-passwords.ts';
import { type HashLoad, hashQueue } from './hash-queue.ts';
import { hashWorkers } from './hash-workers.ts';
import { passwordHasher } from './password-hasher.ts';
import { passwordActions } from './passwords-actions.ts';
import { passwordMails } from './passwords-mails.ts';
import { type PasswordsRoutesDeps, passwordsRoutes } from './passwords-routes.ts';
import { sharedHashWorkers } from './shared-hash-workers.ts';

const passwordErrors = declareRefusals({
  'password.wrong': {
    status: 403,
    hr: 'Lozinka ili kod nije ispravan.',
    en: 'Wrong password.',
    onPages: 'Lozinka nije ispravna.',
    when: 'The current password, or the code sent to re-authenticate, is wrong. Counted like a wrong sign-in.',
  },
  'invitation.account_exists': {
    status: 409,
    hr: 'S ovom e-adresom već imate račun. Prijavite se i prihvatite poziv.',
    en: 'You already have an account with this address. Sign in and accept the invitation.',
    when: 'The link is of an invitation to join another tenant with an account that exists; it still works.',
  },
  'passwords.busy': {
    status: 503,
    hr: 'Trenutačno je previše prijava. Pokušajte ponovno za nekoliko sekundi.',
    en: 'Too many people are signing in right now. Try again in a few seconds.',
    when: 'The queue of passwords to check is full.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof passwordErrors> {}
}

const passwordSettings = {
  passwords: {
    bcryptCost: integerSetting('SVC_BCRYPT_COST', {
      fallback: 12,
      min: 10,
      max: 15,
      why: 'Cost of a password hash; one more doubles it. A hash of lower cost is renewed at the next sign-in, one of higher cost is not imported. After it is lowered, every check still takes as long as the most expensive stored hash.',
    }),
    passwordMin: integerSetting('SVC_PASSWORD_MIN', {
      fallback: 8,
      min: 8,
      max: 64,
      why: 'Minimum length of a new password.',
    }),
  },
  breachedPasswords: {
    file: textSetting('SVC_BREACHED_PASSWORDS_FILE', {
      fallback: '',
      why: 'List of passwords known from breaches, as `passwords build-breach-list` makes it: none of them can be set anew. Read at each new password, from this disk alone. Empty: off. A file that is missing or damaged stops the start.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof passwordSettings> {}
}

const hashMetrics = ({ running, waiting, refused }: HashLoad): Metric[] => [
  over('sum', gauge('iskaznica_hash_queue_running', 'Passwords that are hashed now.', running)),
  over('sum', gauge('iskaznica_hash_queue_waiting', 'Hashes that wait for a core.', waiting)),
  counter('iskaznica_hash_queue_refused_total', 'Acts for which there was no room (503).', refused),
];

type PasswordsNeeds = Pick<PasswordsRoutesDeps, 'lockout' | 'mailsPerAddress' | 'mailsPerClient' | 'mayReveal'>;

export const passwordsRoom = defineRoom({
  name: 'passwords',
  refusals: passwordErrors,
  settings: passwordSettings,
  auditActions: passwordActions,
  mails: passwordMails,
  wayIn: findUsersWithPassword,
  open: (platform: Platform & PasswordsNeeds, { contributed }) => {
    const { settings, keys, parent, database } = platform;
    const workers = parent === undefined ? hashWorkers({ workers: availableParallelism() }) : sharedHashWorkers(parent);
    const passwords = passwordHasher(keys, hashQueue(workers), settings.passwords.bcryptCost);
    const recordStoredCost = async () => passwords.recordStoredCost(await findHighestPasswordCost(database.read));
    const { passwordMin } = settings.passwords;
    const breached = breachedPasswords(settings.breachedPasswords.file);
    const services = { passwords, passwordMin, breachedPasswords: breached as BreachedPasswords };
    return {
      services,
      routes: () => passwordsRoutes({ ...platform, ...services, contributed }),
      metrics: [async () => hashMetrics(passwords.load())],
      prepare: async (jobs) => {
        await breached.open();
        await recordStoredCost();
        jobs.recur({ name: 'password-cost', every: minutes(1), run: recordStoredCost });
      },
      work: { drain: passwords.close, stop: breached.close }, // waiting callers would not finish in time
    };
  },
});
