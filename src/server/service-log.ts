import { type Logger, pino } from 'pino';
import type { Settings } from '../config/settings.ts';
import { leadsToJournal } from '../config/supervision.ts';
import { seconds } from '../kernel/durations.ts';
import { counter, type MetricSource } from '../metrics/metric.ts';
import { traceIds } from '../tracing/trace.ts';
import { type LogOutput, logOutput, STDOUT, standardOutput } from './log-output.ts';

/** Message of the log line for each answered request. */
export const ACCESS_LINE = 'answered';

const SHOWN_WITHIN = seconds(1);

export interface ServiceLog {
  readonly log: Logger;
  readonly metrics: MetricSource;
}

/**
 * The log of a process, JSON lines on standard output. Access lines are gathered; any other line goes out at once with all
 * before it, and the rest when the process ends. Nobody waits for the reader: while one stalls, or the disk under a file is
 * full, lines are held, then dropped and counted. What must never be lost is in the audit log. `base` is in every line, and
 * while traces are on the ids of the trace that a line belongs to.
 */
export function openServiceLog(
  { server: { logLevel: level, logPrefix }, tracing }: Pick<Settings, 'server' | 'tracing'>,
  base: { process: number } | null = null,
): ServiceLog {
  const output = logOutput(standardOutput(), (dropped) =>
    log.warn({ dropped }, 'log lines were dropped: the reader was too slow'),
  );
  const log: Logger = pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(tracing.endpoint === '' ? {} : { mixin: () => traceIds() ?? {} }),
      hooks: {
        logMethod(line, write) {
          write.apply(this, line);
          if (line.at(-1) !== ACCESS_LINE) output.flush();
        },
      },
    },
    logPrefix === 'on' || (logPrefix === 'auto' && leadsToJournal(STDOUT)) ? withSeverity(output) : output,
  );
  setInterval(output.flush, SHOWN_WITHIN).unref();
  process.on('exit', output.end);
  return { log, metrics: async () => [droppedLines(output.dropped())] };
}

/** pino's levels as those of syslog(3), which journald reads from `<n>` before a line and takes away. */
const severityOf = (level: number): number => {
  if (level >= 60) return 2;
  if (level >= 50) return 3;
  if (level >= 40) return 4;
  return level >= 30 ? 6 : 7;
};

/** pino tells the level of a line to a destination with this mark. */
const TELLS_LEVEL = Symbol.for('pino.metadata');

const withSeverity = (output: Pick<LogOutput, 'write'>) => ({
  [TELLS_LEVEL]: true,
  lastLevel: 0,
  write(line: string) {
    output.write(`<${severityOf(this.lastLevel)}>${line}`);
  },
});

const droppedLines = (count: number) =>
  counter('iskaznica_log_lines_dropped_total', 'Log lines that nobody took in time.', count);
