import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../database/database.ts';
import { isStoreAwayAt, openMigrated } from '../database/open-database.ts';
import { type FilesFolder, openFilesFolder } from '../files/files-folder.ts';
import { codeOf, messageOf } from '../kernel/caught-error.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';

const TRIED_EVERY: Milliseconds = seconds(0.5);
const TOLD_EVERY: Milliseconds = seconds(5);

interface OpenStore {
  readonly database: Database;
  readonly files: FilesFolder;
}

/**
 * Opens store and files, and waits a while for a database server that is not there yet: after a power cut everything
 * starts at once. A wrong password or name is told at once.
 * @throws the last error when the time is over
 */
export async function openStore(settings: Settings, log: Logger, clock: Clock): Promise<OpenStore> {
  const { database, applied, ahead } = await openPatiently(settings, log);
  if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date');
  if (ahead.length > 0) log.warn({ ahead }, 'the schema is of a newer version, which lets this one go on');
  try {
    return { database, files: await openFilesFolder(settings, database, clock) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openPatiently(settings: Settings, log: Logger): ReturnType<typeof openMigrated> {
  const began = performance.now();
  const within = seconds(settings.server.startWaitSeconds);
  for (let toldAt = Number.NEGATIVE_INFINITY; ; await pause(TRIED_EVERY)) {
    try {
      return await openMigrated(settings, { log });
    } catch (error) {
      const waited = performance.now() - began;
      if (!isStoreAwayAt(settings, error) || waited >= within) throw error;
      if (performance.now() - toldAt < TOLD_EVERY) continue;
      toldAt = performance.now();
      const reason = codeOf(error) ?? messageOf(error);
      log.warn({ reason, waited: Math.round(waited / 1000), most: within / 1000 }, 'waiting for the database');
    }
  }
}
