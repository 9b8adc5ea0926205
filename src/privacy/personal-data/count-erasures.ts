import type { ListScope } from '../../accounts/users/tenant-people-store.ts';
import type { Db } from '../../platform/database/database.ts';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days, type Milliseconds } from '../../platform/kernel/durations.ts';
import { type DeadlineRow, listDeadlines } from './erasure-requests-store.ts';

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
