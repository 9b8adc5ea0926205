import type { Logger } from 'pino';
import type { Job } from '../jobs/recurring-jobs.ts';
import { type Milliseconds, minutes, seconds } from '../kernel/durations.ts';
import { singleFlight } from '../kernel/memoise.ts';
import { auditSealer, type SealDeps } from './seal-audit.ts';

const TOLD_EVERY: Milliseconds = minutes(1);

/** Seals every few seconds; `run` joins the run of another caller. While the chain must not be continued, logs so each minute. */
export function sealJob(deps: SealDeps, log: Logger): Job & { run(closing?: AbortSignal): Promise<void> } {
  const seal = auditSealer(deps);
  let told: { reason: string; at: Milliseconds } | undefined;
  const run = singleFlight(async (closing?: AbortSignal) => {
    const result = await seal(closing);
    if (result === undefined) return;
    if ('sealed' in result) {
      if (result.sealed > 0) log.info({ sealed: result.sealed, head: deps.heads.newest() }, 'audit records sealed');
      told = undefined;
      return;
    }
    const { broken: reason } = result;
    const at = performance.now();
    if (told?.reason === reason && at - told.at < TOLD_EVERY) return;
    log.error({ reason }, 'the audit chain is broken; nothing more is sealed');
    told = { reason, at };
  });
  return { name: 'audit-seal', every: seconds(10), also: ['at end'], run }; // then with the records of the last requests
}
