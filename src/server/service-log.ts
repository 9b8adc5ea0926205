import { type Logger, pino } from 'pino';
import { seconds } from '../kernel/durations.ts';
import { counter, type MetricSource } from '../metrics/metric.ts';
import { logOutput, standardOutput } from './log-output.ts';

/** The text of the one line that each answered request leaves. */
export const ACCESS_LINE = 'answered';

const SHOWN_WITHIN = seconds(1);

export interface ServiceLog {
  readonly log: Logger;
  readonly metrics: MetricSource;
}

/**
 * The log of a process, JSON lines on standard output. Access lines are gathered; any other line goes out at once with all
 * before it, and the rest when the process ends. Nobody waits for the reader: while one stalls, or the disk under a file is
 * full, lines are held, then dropped and counted. What must never be lost is in the audit log.
 */
export function openServiceLog(level: string): ServiceLog {
  const output = logOutput(standardOutput(), (dropped) =>
    log.warn({ dropped }, 'log lines were dropped here: they were not taken in time'),
  );
  const log: Logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(line, write) {
          write.apply(this, line);
          if (line.at(-1) !== ACCESS_LINE) output.flush();
        },
      },
    },
    output,
  );
  setInterval(output.flush, SHOWN_WITHIN).unref();
  process.on('exit', output.end);
  return { log, metrics: async () => [droppedLines(output.dropped())] };
}

const droppedLines = (count: number) =>
  counter('iskaznica_log_lines_dropped_total', 'Log lines that nobody took in time.', count);
