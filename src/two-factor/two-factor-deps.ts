import type { Database } from '../database/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Lockout } from '../lockout/lockout.ts';

export interface TwoFactorDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly lockout: Lockout;
}
