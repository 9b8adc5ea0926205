import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/database/database.ts';
import { isStoreAwayAt, type Opening } from '../../platform/database/open-database.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { openFileStore } from '../../platform/files/open-files.ts';
import { mayPass } from '../../platform/files/s3-failure.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import type { ProgressReport, TellProgress } from '../../platform/kernel/progress.ts';
import { codeOf, messageOf } from '../../platform/kernel/unchecked.ts';
import { openMigratedAppStore } from '../app/app-schema.ts';
import { requireFileOf, requireStoreOf } from './own-folder.ts';

const TRIED_EVERY: Milliseconds = seconds(0.5);
const REPORTED_EVERY: Milliseconds = seconds(5);

interface OpenStore {
  readonly database: Database;
  readonly files: FileStore;
}

/**
 * Opens store and files, and waits a while for a server that is not available yet: after a power cut everything starts at
 * once. A wrong password or name fails at once.
 * @throws the last error when time is up
 */
export async function openStore(
  settings: Settings,
  { log, clock, isRestoring }: Opening & { log: Logger; clock: Clock },
): Promise<OpenStore> {
  requireFileOf(settings);
  const examine = (store: Database) => requireStoreOf(settings, store);
  const open = () =>
    loggingProgress(log, (tell) => openMigratedAppStore(settings, { log, tell, isRestoring, examine }));
  const waiting = { settings, log };
  const { database, applied, ahead } = await patiently(open, {
    ...waiting,
    what: 'the database',
    isAway: (error) => isStoreAwayAt(settings, error),
  });
  if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date');
  if (ahead.length > 0) log.warn({ ahead }, 'the schema is of a newer version, which lets this one go on');
  try {
    const find = () => openFileStore(settings, database, clock);
    return { database, files: await patiently(find, { ...waiting, what: 'the files', isAway: mayPass }) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Waiting {
  readonly settings: Settings;
  readonly log: Logger;
  readonly what: string;
  readonly isAway: (error: unknown) => boolean;
}

async function patiently<Result>(
  open: () => Promise<Result>,
  { settings, log, what, isAway }: Waiting,
): Promise<Result> {
  const began = performance.now();
  const within = seconds(settings.server.startWaitSeconds);
  for (let reportedAt = Number.NEGATIVE_INFINITY; ; await pause(TRIED_EVERY)) {
    try {
      return await open();
    } catch (error) {
      const waited = performance.now() - began;
      if (!isAway(error) || waited >= within) throw error;
      if (performance.now() - reportedAt < REPORTED_EVERY) continue;
      reportedAt = performance.now();
      const reason = codeOf(error) ?? messageOf(error);
      log.warn({ reason, waited: Math.round(waited / 1000), most: within / 1000 }, `waiting for ${what}`);
    }
  }
}

/** Logs what long work is doing, so that nobody takes a start that waits or migrates for one that hangs. Quick work logs nothing. */
async function loggingProgress<Result>(log: Logger, work: (tell: TellProgress) => Promise<Result>): Promise<Result> {
  let latest: ProgressReport | undefined;
  const timer = setInterval(() => {
    if (latest === undefined) return;
    const { stage, ...amount } = latest;
    log.info(amount, `the database: ${stage.toLowerCase()}`);
  }, REPORTED_EVERY);
  try {
    return await work((report) => {
      latest = report;
    });
  } finally {
    clearInterval(timer);
  }
}
