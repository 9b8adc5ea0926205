import { listIdsOf } from '../../accounts/users/merged-users-store.ts';
import { withLease } from '../../platform/jobs/leased-worker.ts';
import { jobSpan } from '../../platform/jobs/recurring-jobs.ts';
import { instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { type Milliseconds, minutes, seconds } from '../../platform/kernel/durations.ts';
import { listMailIds } from '../../platform/mail/listed-mails-store.ts';
import { forgetRecordedMails } from '../../platform/mail/recorded-mails.ts';
import { tracedAlone } from '../../platform/metrics/trace.ts';
import { carryOut, type ErasurePoint } from './carry-out-erasure.ts';
import type { ErasureRequest } from './erasure.ts';
import { listDue, markSwept } from './erasure-requests-store.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';

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

/**
 * Erases once more after every request that was admitted before the erasure has ended: such a request may have written an
 * audit record with the person's e-mail and IP address afterwards.
 */
async function sweepErasure(deps: PrivacyDeps, { id, user_id: userId }: ErasureRequest): Promise<void> {
  const { database, clock, contributors, dataDir } = deps;
  const at = nowOf(clock);
  for (const one of await listIdsOf(database.read, userId)) {
    const mailIds = await listMailIds(database.read, { userId: one, emails: [], oib: null, phone: null, names: [] });
    await database.transaction(async (tx) => {
      for (const { erase } of contributors) await erase(tx, one, at);
    });
    await forgetRecordedMails(dataDir, mailIds);
    await deps.removeFiles(one);
  }
  await database.compact();
  await database.transaction((tx) => markSwept(tx, id, at));
}
