import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { readSupervision, type Supervision } from '../../platform/config/supervision.ts';
import { seconds } from '../../platform/kernel/durations.ts';

/** The service manager that expects notifications: systemd with `Type=notify`. */
export interface ServiceManager {
  ready(): Promise<void>;
  stopping(): Promise<void>;
}

const HEARD_WITHIN = seconds(5);
/** Divides its timeout in microseconds to half of it in milliseconds, as sd_watchdog_enabled(3) advises. */
const BEATS = 2000;

/**
 * Node.js has no Unix datagram sockets, so notifications are sent by systemd's own command, which requires `NotifyAccess=all`
 * in the unit. Nothing is run unless the service manager expects notifications.
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
