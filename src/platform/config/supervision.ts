import { fstatSync } from 'node:fs';
import type { Environment } from './setting.ts';

/** What a service manager asks of a process it starts (sd_notify(3), sd_watchdog_enabled(3)). */
export interface Supervision {
  /** Whether to notify it when the service is ready and when it stops. */
  readonly wantsNotice: boolean;
  /** Microseconds after which it considers a silent process hung. */
  readonly watchdogMicroseconds: number | undefined;
}

export function readSupervision(env: Environment = process.env): Supervision {
  const microseconds = Number(env.WATCHDOG_USEC);
  const isOurs = env.WATCHDOG_PID === undefined || Number(env.WATCHDOG_PID) === process.pid;
  return {
    wantsNotice: Boolean(env.NOTIFY_SOCKET),
    watchdogMicroseconds: isOurs && microseconds > 0 ? microseconds : undefined,
  };
}

/** Whether a descriptor is connected to the journal, which reads a severity before each line (systemd.exec(5), `$JOURNAL_STREAM`). */
export function leadsToJournal(descriptor: number, env: Environment = process.env): boolean {
  if (!env.JOURNAL_STREAM) return false;
  try {
    const { dev, ino } = fstatSync(descriptor);
    return env.JOURNAL_STREAM === `${dev}:${ino}`;
  } catch {
    return false; // closed
  }
}
