import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { Lockout } from '../lockout/lockout.ts';

export interface TwoFactorDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly lockout: Lockout;
}
