import { withLease } from '../jobs/lease.ts';
import { instantAt } from '../kernel/clock.ts';
import { type Milliseconds, minutes, seconds } from '../kernel/durations.ts';
import { carryOut, type ErasurePoint } from './carry-out-erasure.ts';
import { listDue } from './erasure-requests-store.ts';
import type { PrivacyDeps } from './privacy-deps.ts';
import { sweepErasure } from './sweep-erasure.ts';

/** A node that fell silent is replaced after this; the steps themselves are safe with two at work. */
const LEASE: Milliseconds = seconds(15);
/** A run takes up so many; the next one the rest. */
export const CASES_AT_ONCE = 50;
/** Whatever was under way when somebody was erased has ended by then: no request and no transaction lives so long. */
const ALL_ENDED: Milliseconds = minutes(1);

/**
 * Carries every approved erasure as far as it can go now, and sweeps up behind those that are done. What a process leaves
 * half done by dying, the next call takes up, on any node. `at` is told where a run has come to.
 */
export async function runErasures(
  deps: PrivacyDeps,
  at: (point: ErasurePoint) => Promise<void> = async () => {},
): Promise<void> {
  const { database, clock } = deps;
  const due = () => listDue(database.read, instantAt(clock.now() - ALL_ENDED), CASES_AT_ONCE);
  if ((await due()).length === 0) return; // asked every second: an idle service writes no lease
  await withLease(database, clock, { name: 'erasures', length: LEASE }, async () => {
    for (const request of await due()) {
      if (request.status === 'completed') await sweepErasure(deps, request);
      else await carryOut(deps, request, at);
    }
  });
}
