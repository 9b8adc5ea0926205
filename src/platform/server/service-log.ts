import { type Logger, pino } from 'pino';
import type { Settings } from '../config/settings.ts';
import { leadsToJournal } from '../config/supervision.ts';
import { seconds } from '../kernel/durations.ts';
import { counter, type MetricSource } from '../metrics/metric.ts';
import { traceIds } from '../metrics/trace.ts';
import { type LogOutput, logOutput, STDOUT, standardOutput } from './log-output.ts';

/** Message of the log line for each answered request. */
export const ACCESS_LINE = 'answered';

const SHOWN_WITHIN = seconds(1);

export interface ServiceLog {
  readonly log: Logger;
  readonly metrics: MetricSource;
}

/**
 * The log of a process: JSON lines on standard output. Access lines are buffered; any other line is written at once with all
 * lines before it, and the rest when the process ends. Nothing waits for the reader: while it stalls, or the disk is full,
 * lines are held, then dropped and counted. The audit log holds what must never be lost. `base` is in every line, and so are
 * the ids of its trace while tracing is on.
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

/** Converts pino's levels to those of syslog(3), which journald reads from a `<n>` before a line and removes. */
const severityOf = (level: number): number => {
  if (level >= 60) return 2;
  if (level >= 50) return 3;
  if (level >= 40) return 4;
  return level >= 30 ? 6 : 7;
};

/** pino passes the level of each line to a destination with this mark. */
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
