import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { readSupervision, type Supervision } from '../config/supervision.ts';
import { seconds } from '../kernel/durations.ts';

/** Whoever started the service and waits to hear of it: systemd with `Type=notify`. */
export interface ServiceManager {
  ready(): Promise<void>;
  stopping(): Promise<void>;
}

const HEARD_WITHIN = seconds(5);
/** Half of its patience, as sd_watchdog_enabled(3) advises, in milliseconds. */
const BEATS = 2000;

/**
 * Node.js has no Unix datagrams, so the notices go out by systemd's own command, which wants `NotifyAccess=all` in the
 * unit. Nothing is started where nobody asks.
 */
export function serviceManager(log: Logger, supervision: Supervision = readSupervision()): ServiceManager {
  if (!supervision.wantsNotice) return { ready: async () => {}, stopping: async () => {} };
  const notify = (...notice: string[]): Promise<boolean> =>
    promisify(execFile)('systemd-notify', notice, { timeout: HEARD_WITHIN }).then(
      () => true,
      (error: Error) => {
        log.error({ reason: error.message }, 'the service manager cannot be notified: use Type=exec in the unit');
        return false;
      },
    );
  return {
    ready: async () => {
      if (!(await notify('--ready'))) return;
      const { watchdogMicroseconds } = supervision;
      if (watchdogMicroseconds !== undefined)
        setInterval(() => void notify('WATCHDOG=1'), watchdogMicroseconds / BEATS).unref();
    },
    stopping: async () => {
      await notify('STOPPING=1');
    },
  };
}
