import type { Database } from '../database/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Attempts } from '../lockout/lockout.ts';

/** What setting up, verifying, renewing and disabling are made of. */
export interface TwoFactorDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly attempts: Attempts;
}
