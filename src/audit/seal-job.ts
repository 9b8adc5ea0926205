import type { Logger } from 'pino';
import type { RecurringJob, RecurringJobs } from '../jobs/recurring-jobs.ts';
import { seconds } from '../kernel/durations.ts';
import { auditSealer, type SealDeps } from './seal-audit.ts';

/** Seals every few seconds. A chain that may not be built on is told loudly once, and then at each change of the reason. */
export function sealJob(deps: SealDeps, jobs: RecurringJobs, log: Logger): RecurringJob {
  const seal = auditSealer(deps);
  let told: string | undefined;
  return jobs.recur({ name: 'audit-seal', every: seconds(10) }, async (closing) => {
    const result = await seal(closing);
    if (result === undefined) return;
    const broken = 'broken' in result ? result.broken : undefined;
    if (broken !== undefined && broken !== told)
      log.error({ reason: broken }, 'the audit chain is broken; nothing more is sealed');
    if ('sealed' in result && result.sealed > 0)
      log.info({ sealed: result.sealed, head: deps.heads.newest() }, 'audit records sealed');
    told = broken;
  });
}
