import { type Logger, pino } from 'pino';
import { seconds } from '../kernel/durations.ts';

/** The text of the one line that each answered request leaves. */
export const ACCESS_LINE = 'answered';

const GATHERED_BYTES = 4096;
const SHOWN_WITHIN = seconds(1);

/**
 * The log of a process, JSON lines on standard output. Access lines are gathered, since a system call for each costs a
 * twentieth of a whole GET; any other line goes out at once with all before it, and the rest when the process ends. Only a
 * killed process loses some, at most a second of access lines; what must never be lost is in the audit log.
 */
export function openServiceLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: true, minLength: GATHERED_BYTES });
  // `flush` writes what is gathered; `flushSync` would wait for the disk as well, and every request with it.
  setInterval(() => output.flush(), SHOWN_WITHIN).unref();
  process.on('exit', () => output.flushSync());
  return pino(
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
}
