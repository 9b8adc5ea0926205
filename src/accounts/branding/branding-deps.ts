import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import type { LogoDeps } from './receive-logo.ts';

export interface BrandingDeps extends LogoDeps {
  readonly database: Database;
  readonly clock: Clock;
}
