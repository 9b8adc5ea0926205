import type { Logger } from 'pino';
import type { Milliseconds } from '../kernel/durations.ts';

export interface RecurringJob {
  readonly name: string;
  /** Runs that failed so far. */
  failures(): number;
  /** Runs it once now, unless it runs already; resolves when that run has ended. */
  run(): Promise<void>;
  /** No further run; waits for the one under way. */
  close(): Promise<void>;
}

/** Work that nobody asks for. A run never overlaps the one before, and one that fails is tried again at its next turn. */
export function recurringJob(
  { name, every, log }: { name: string; every: Milliseconds; log: Logger },
  work: () => Promise<unknown>,
): RecurringJob {
  let failed = 0;
  let current: Promise<void> | undefined;
  const run = () => {
    current ??= work()
      .then(
        () => {},
        (error: unknown) => {
          failed++;
          log.warn({ err: error, job: name }, 'a job failed and will be tried again');
        },
      )
      .finally(() => {
        current = undefined;
      });
    return current;
  };
  const timer = setInterval(() => void run(), every).unref();
  return {
    name,
    failures: () => failed,
    run,
    close: async () => {
      clearInterval(timer);
      await current;
    },
  };
}
