import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listSuperadmins } from '../../accounts/users/accounts-store.ts';
import { withLease } from '../../platform/jobs/leased-worker.ts';
import { BEFORE_ALL, epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days, hours, type Milliseconds, minutes, seconds } from '../../platform/kernel/durations.ts';
import { enqueueMails } from '../../platform/mail/enqueue-mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { claimNote, findNotes } from './backup-notes-store.ts';
import { findBackupNotes } from './kept-backups.ts';

/** Without a schedule of the service's own: assumes a timer that makes a backup every night and rehearses one every week. */
const NIGHTLY = { made: hours(36), rehearsed: days(10) };
const WARNED_EVERY = days(1);

/** Mails superadmins once a day while the last backup or the last rehearsal is too old. */
export async function warnOfOldBackups({
  database,
  clock,
  settings,
}: Pick<Platform, 'database' | 'clock' | 'settings'>): Promise<void> {
  const { everyHours, rehearseDays } = settings.backup;
  const now = clock.now();
  const at = instantAt(now);
  const oldest = {
    made: everyHours === 0 ? NIGHTLY.made : hours(everyHours) * 1.5,
    rehearsed: everyHours === 0 || rehearseDays === 0 ? NIGHTLY.rehearsed : days(rehearseDays) * 1.5,
  };
  const { scheduled, told, ...last } = await findNotes(database.read, clock);
  if (scheduled === undefined)
    return void (await database.transaction((tx) => claimNote(tx, 'scheduled', at, BEFORE_ALL)));
  const isOld = (kind: 'made' | 'rehearsed') => now - epochOf(last[kind] ?? scheduled) > oldest[kind];
  if (!isOld('made') && !isOld('rehearsed')) return;
  if (told !== undefined && now - epochOf(told) < WARNED_EVERY) return;
  await database.transaction(async (tx) => {
    if (!(await claimNote(tx, 'told', at, instantAt(now - WARNED_EVERY)))) return; // another node did
    const params = { made: last.made ?? '', rehearsed: last.rehearsed ?? '' } as const;
    const people = await listSuperadmins(tx);
    await enqueueMails(
      tx,
      people.map((to) => ({ kind: 'backup-too-old', to, params, at }) as const),
    );
  });
}

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
