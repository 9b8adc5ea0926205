import type { Logger } from 'pino';
import { type Clock, type Instant, nowOf } from '../kernel/clock.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import type { SpanStart } from '../metrics/span.ts';
import { tracedAlone, within } from '../metrics/trace.ts';

export const jobSpan = (name: string): SpanStart => ({
  name: `job ${name}`,
  kind: 'internal',
  attributes: { 'iskaznica.job': name },
});

export interface RecurringJob {
  /** Runs it now, or joins the current run; resolves when that run has ended. */
  run(): Promise<void>;
  /** No further runs; aborts the current one's signal and waits for it. */
  close(): Promise<void>;
}

/** A job's record in this process. */
export interface JobTally {
  readonly name: string;
  /** Runs that failed. */
  readonly failures: number;
  /** When the last successful run ended. */
  readonly succeededAt: Instant | undefined;
}

/** Recurring work of a room, as its manifest declares it. */
export interface Job {
  readonly name: string;
  readonly every: Milliseconds;
  /** When it runs besides: at the start, and once more after all jobs have ended, for what the last requests left. */
  readonly also?: readonly ('at start' | 'at end')[];
  /** On every node that works. Where one at a time may, it takes a lease (`withLease`). @param closing aborted at the stop */
  readonly run: (closing: AbortSignal) => Promise<unknown>;
}

/** Starts the recurring work of this process; one place, so that all of it appears in the metrics. */
export interface RecurringJobs {
  /** Runs never overlap; a failed one is retried at its next turn. */
  recur(job: Job): RecurringJob;
  tallies(): readonly JobTally[];
  /** Closes all jobs, and then runs those that run at the end too. */
  close(): Promise<void>;
}

export function recurringJobs({ log, clock }: { log: Logger; clock: Clock }): RecurringJobs {
  const jobs: RecurringJob[] = [];
  const last: RecurringJob[] = [];
  const tallies = new Map<string, JobTally>();
  const count = (name: string, change: Partial<JobTally>) => {
    const before = tallies.get(name) ?? { name, failures: 0, succeededAt: undefined };
    tallies.set(name, { ...before, ...change });
  };
  return {
    recur: ({ name, every, also = [], run: work }) => {
      count(name, {});
      // A job that runs so often only polls. The work it finds has its own span.
      const isPoll = every < seconds(10);
      const run = (closing: AbortSignal) =>
        isPoll ? within(undefined, () => work(closing)) : tracedAlone(jobSpan(name), () => work(closing));
      const job = recurringJob(every, (closing) =>
        run(closing).then(
          () => count(name, { succeededAt: nowOf(clock) }),
          (error: unknown) => {
            count(name, { failures: (tallies.get(name)?.failures ?? 0) + 1 });
            log.warn({ err: error, job: name }, 'a job failed and will be tried again');
          },
        ),
      );
      jobs.push(job);
      if (also.includes('at end')) last.push(job);
      if (also.includes('at start')) void job.run();
      return job;
    },
    tallies: () => [...tallies.values()],
    close: async () => {
      for (const job of jobs) await job.close();
      for (const job of last) await job.run();
    },
  };
}

function recurringJob(every: Milliseconds, work: (closing: AbortSignal) => Promise<void>): RecurringJob {
  const closing = new AbortController();
  let current: Promise<void> | undefined;
  const run = () => {
    current ??= work(closing.signal).finally(() => {
      current = undefined;
    });
    return current;
  };
  const timer = setInterval(() => void run(), every).unref();
  return {
    run,
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await current;
    },
  };
}
