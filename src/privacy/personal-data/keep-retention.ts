import { listDeletedBefore } from '../../accounts/users/accounts-store.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { withLease } from '../../platform/jobs/leased-worker.ts';
import { type Instant, instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { type Milliseconds, minutes } from '../../platform/kernel/durations.ts';
import type { RetentionRule, RetentionTask } from '../../platform/room/contributions.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';
import { openApproved } from './replay-erasures.ts';

export interface RetentionPlan {
  readonly rules: readonly RetentionRule[];
  readonly tasks: readonly RetentionTask[];
  readonly deletedUsersKeptFor: Milliseconds;
}

/** The name of the job, of its lease, and of the clock that it watches. */
export const RETENTION = 'retention';

/** Per transaction, so that others wait only briefly. */
const BATCH = 500;

/**
 * Deletes everything older than its rule allows, and opens an erasure for each deleted person whose restore period has ended.
 * Records the counts, unless nothing was found. A failed task does not stop the others.
 * @throws the error of the first failed task, at the end
 */
export async function keepRetention(
  deps: PrivacyDeps,
  { rules, tasks, deletedUsersKeptFor }: RetentionPlan,
): Promise<void> {
  const { database, clock, log } = deps;
  await withLease(database, clock, { name: RETENTION, length: minutes(10) }, async () => {
    const now = clock.now();
    const counts: Record<string, number> = {};
    for (const rule of rules) counts[rule.name] = await forgetAll(deps, rule, instantAt(now - rule.keptFor));
    const failed: unknown[] = [];
    for (const { name, run } of tasks) counts[name] = await run().catch((error: unknown) => failed.push(error) && 0);
    counts.deleted_users = await eraseDeleted(deps, instantAt(now - deletedUsersKeptFor));
    const found = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    await recordRun(deps, found, nowOf(clock));
    for (const err of failed) log.error({ err }, 'retention failed: data is kept longer than it should be');
    if (failed.length > 0) throw failed[0];
  });
}

async function recordRun({ database }: PrivacyDeps, meta: Record<string, number>, at: Instant): Promise<void> {
  if (Object.keys(meta).length === 0) return;
  const call = byOperator(['retention.run'], at);
  await database.transaction((tx) => recordAudit(tx, call, { action: 'retention.run', meta }));
}

async function forgetAll(
  { database, contributors }: PrivacyDeps,
  { forget }: RetentionRule,
  before: Instant,
): Promise<number> {
  const tables = contributors.flatMap((one) => one.tables);
  let all = 0;
  for (;;) {
    const count = await database.transaction((tx) => forget(tx, before, BATCH, tables));
    all += count;
    if (count < BATCH) return all;
  }
}

async function eraseDeleted(deps: PrivacyDeps, before: Instant): Promise<number> {
  const ids = await listDeletedBefore(deps.database.read, before, BATCH);
  let opened = 0;
  for (const id of ids) opened += Number(await openApproved(deps, id, 'retention'));
  return opened;
}
