import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { type Clock, type Instant, nowOf } from '../../platform/kernel/clock.ts';
import { counter, gauge, type MetricSource } from '../../platform/metrics/metric.ts';
import type { Lockout } from './lockout.ts';
import { lockedAt } from './lockouts-store.ts';

/** Number of locked addresses, with or without an account, counted up to `most`. */
const countLockouts = (db: Db, at: Instant, most: number): Promise<number> => countUpTo(db, lockedAt(db, at), most);

interface LockoutMetricsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly lockout: Pick<Lockout, 'tallies'>;
}

const MOST_COUNTED = 10_000;

export const lockoutMetrics = ({ database, clock, lockout }: LockoutMetricsDeps): MetricSource[] => [
  async () => {
    const { lockouts, windowsCleared } = lockout.tallies();
    return [
      counter('iskaznica_lockouts_total', 'Locks that began: of accounts, and of addresses that have none.', lockouts),
      counter(
        'iskaznica_address_windows_cleared_total',
        'Client addresses whose failed sign-ins a successful one took back.',
        windowsCleared,
      ),
    ];
  },
  async () => {
    const locked = await countLockouts(database.read, nowOf(clock), MOST_COUNTED);
    return [gauge('iskaznica_accounts_locked', 'Locked now, addresses without an account too; 10000 at most.', locked)];
  },
];
