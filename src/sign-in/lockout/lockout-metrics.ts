import type { Database } from '../../platform/database/database.ts';
import { type Clock, nowOf } from '../../platform/kernel/clock.ts';
import { counter, gauge, type MetricSource } from '../../platform/metrics/metric.ts';
import { countLockouts } from './count-lockouts.ts';
import type { Lockout } from './lockout.ts';

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
