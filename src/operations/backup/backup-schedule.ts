import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withLease } from '../../platform/jobs/leased-worker.ts';
import { epochOf, type Instant } from '../../platform/kernel/clock.ts';
import { days, hours, type Milliseconds, minutes, seconds } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { findBackupNotes } from './kept-backups.ts';

const COMMAND = fileURLToPath(new URL('../../../bin/iskaznica.js', import.meta.url));
/** If a node dies during a run, another one takes over this long after the last renewal. */
const LEASE: Milliseconds = minutes(5);
const RENEWED_EVERY: Milliseconds = minutes(1);
/** A stop waits so long for a run to take away what it has made; then it does so by itself, or the next start does. */
const TIDIED_WITHIN: Milliseconds = seconds(4);
/** Lower than that of processes that answer requests (nice(2)). */
const PRIORITY = 10;

/**
 * Makes or rehearses a backup when one is due: on one node and in a process of its own, since copying the embedded store or
 * walking a long audit chain would block this one. A run that fails is repeated at the next turn.
 */
export const runSchedule = async (
  deps: Pick<Platform, 'database' | 'clock' | 'log' | 'settings'>,
  closing: AbortSignal,
): Promise<void> => {
  const { database, clock, log, settings } = deps;
  const { everyHours, rehearseDays } = settings.backup;
  const isDue = (last: Instant | undefined, every: Milliseconds) =>
    every > 0 && (last === undefined || clock.now() - epochOf(last) >= every);
  const next = async (): Promise<'create' | 'rehearse' | undefined> => {
    const { made, rehearsed } = await findBackupNotes(database, clock);
    if (isDue(made, hours(everyHours))) return 'create';
    return made !== undefined && isDue(rehearsed, days(rehearseDays)) ? 'rehearse' : undefined;
  };
  if (everyHours === 0 || (await next()) === undefined) return;
  const lease = { name: 'backup', length: LEASE };
  await withLease(database, clock, lease, async () => {
    const renewal = setInterval(
      () => void withLease(database, clock, lease, async () => {}).catch(() => {}),
      RENEWED_EVERY,
    );
    try {
      for (let what = await next(); what !== undefined && !closing.aborted; what = await next()) {
        const said = await inItsOwnProcess(what, closing);
        log.info({ backup: what, said }, 'a scheduled backup run has ended');
      }
    } finally {
      clearInterval(renewal);
    }
  });
};

async function inItsOwnProcess(what: 'create' | 'rehearse', closing: AbortSignal): Promise<string> {
  const running = promisify(execFile)(process.execPath, [COMMAND, 'backup', what]);
  const { child } = running;
  if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  const ended = new AbortController();
  const stopped = untilAborted(closing, ended.signal).then(async () => {
    child.kill(); // it takes away what it has made so far
    await pause(TIDIED_WITHIN, undefined, { ref: false });
    throw new Error('the service stops');
  });
  try {
    return (await Promise.race([running, stopped])).stdout.trim();
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw new Error(`backup ${what}: ${stderr.trim() || message}`);
  } finally {
    ended.abort();
  }
}

async function untilAborted(signal: AbortSignal, ended: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort', { signal: ended });
}
