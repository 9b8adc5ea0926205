import { withLease } from '../../platform/jobs/lease.ts';
import { jobSpan } from '../../platform/jobs/recurring-jobs.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { type Milliseconds, minutes, seconds } from '../../platform/kernel/durations.ts';
import { tracedAlone } from '../../platform/metrics/trace.ts';
import { carryOut, type ErasurePoint } from './carry-out-erasure.ts';
import { listDue } from './erasure-requests-store.ts';
import type { PrivacyDeps } from './privacy-deps.ts';
import { sweepErasure } from './sweep-erasure.ts';

/** After this a dead node's work is taken over. The steps tolerate two nodes at once. */
const LEASE: Milliseconds = seconds(15);
/** Requests per run; the next run continues. */
export const CASES_AT_ONCE = 50;
/** After this time, every request or transaction that was in progress during an erasure has ended. */
const ALL_ENDED: Milliseconds = minutes(1);

/**
 * Carries every approved erasure as far as possible, and sweeps up after completed ones. If a process dies, the next
 * call continues, on any node. `at` reports the checkpoints.
 */
export async function runErasures(
  deps: PrivacyDeps,
  at: (point: ErasurePoint) => Promise<void> = async () => {},
): Promise<void> {
  const { database, clock } = deps;
  const due = () => listDue(database.read, instantAt(clock.now() - ALL_ENDED), CASES_AT_ONCE);
  if ((await due()).length === 0) return; // called every second: an idle service writes no lease
  await withLease(database, clock, { name: 'erasures', length: LEASE }, async () => {
    for (const request of await due())
      await tracedAlone(jobSpan('erasures'), () =>
        request.status === 'completed' ? sweepErasure(deps, request) : carryOut(deps, request, at),
      );
  });
}
