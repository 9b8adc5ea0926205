import { listIdsOf } from '../../accounts/users/merged-users-store.ts';
import type { ListScope } from '../../accounts/users/tenant-people-store.ts';
import type { Db } from '../../platform/database/database.ts';
import { withLease } from '../../platform/jobs/leased-worker.ts';
import { jobSpan } from '../../platform/jobs/recurring-jobs.ts';
import { type Instant, instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { days, type Milliseconds, minutes, seconds } from '../../platform/kernel/durations.ts';
import { listMailIds } from '../../platform/mail/listed-mails-store.ts';
import { forgetRecordedMails } from '../../platform/mail/recorded-mails.ts';
import { tracedAlone } from '../../platform/metrics/trace.ts';
import { carryOut, type ErasurePoint } from './carry-out-erasure.ts';
import type { ErasureRequest } from './erasure.ts';
import { type DeadlineRow, listDeadlines, listDue, markSwept } from './erasure-requests-store.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';

/** Pending requests by days left. Held ones are not included in the spans. */
export interface ErasuresByDaysLeft {
  readonly pending: number;
  readonly held: number;
  /** Approved, but the erasure failed. */
  readonly failed: number;
  readonly overdue: number;
  readonly within_7_days: number;
  readonly within_30_days: number;
  readonly later: number;
  readonly next_due_at: Instant | null;
}

export async function countErasures(db: Db, scope: ListScope, now: Milliseconds): Promise<ErasuresByDaysLeft> {
  const rows = await listDeadlines(db, scope);
  const pending = rows.filter(({ status }) => status === 'pending');
  const running = pending.filter(({ legal_hold_at }) => legal_hold_at === null);
  const [today, week, month] = [instantAt(now), instantAt(now + days(7)), instantAt(now + days(30))];
  const between = (from: string, to: string) => running.filter(({ due_at }) => due_at >= from && due_at < to).length;
  return {
    pending: pending.length,
    held: pending.length - running.length,
    failed: rows.length - pending.length,
    overdue: between('', today),
    within_7_days: between(today, week),
    within_30_days: between(week, month),
    later: running.filter(({ due_at }) => due_at >= month).length,
    next_due_at: earliest(running),
  };
}

const earliest = (rows: readonly DeadlineRow[]): Instant | null => rows.map(({ due_at }) => due_at).sort()[0] ?? null;

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
