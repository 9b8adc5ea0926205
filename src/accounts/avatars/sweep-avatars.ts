import type { Database } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/recurring-jobs.ts';
import { hours, type Milliseconds, minutes } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { listAvatarUrls } from '../users/accounts-store.ts';
import { avatarUrl } from './avatar.ts';
import type { AvatarFiles, StoredAvatar } from './avatar-files.ts';

export interface SweepDeps extends Pick<Platform, 'database' | 'clock' | 'log'> {
  readonly files: AvatarFiles;
}

/** Longer than an upload can take to write and commit with every wait at its limit. */
const ABANDONED_AFTER = minutes(5);
const BATCH = 500;

/**
 * Removes files created before `before` (milliseconds since 1970) that no user refers to, left by a crash between two steps or
 * by a failed deletion. Returns how many.
 */
export async function sweepAvatars({ database, files }: SweepDeps, before: Milliseconds): Promise<number> {
  let removed = 0;
  let batch: StoredAvatar[] = [];
  const checkBatch = async () => {
    for (const { name } of await orphansAmong(database, batch)) {
      await files.remove(name);
      removed++;
    }
    batch = [];
  };
  for await (const stored of files.list()) {
    if (stored.stamp < before) batch.push(stored);
    if (batch.length === BATCH) await checkBatch();
  }
  await checkBatch();
  return removed;
}

/** Reads the rows after the folder: a file replaced in between is removed by whoever replaced it. */
async function orphansAmong({ read }: Database, batch: readonly StoredAvatar[]): Promise<StoredAvatar[]> {
  if (batch.length === 0) return [];
  const owners = new Set(batch.map(({ userId }) => userId));
  const current = new Set(await listAvatarUrls(read, [...owners]));
  return batch.filter(({ name, part }) => part || !current.has(avatarUrl(name)));
}

export function avatarSweep(deps: SweepDeps): Job {
  const { database, clock, log } = deps;
  // If no other process shares the store, files from before our start cannot be in progress.
  let age: Milliseconds = database.isUnshared ? 0 : ABANDONED_AFTER;
  const run = async () => {
    const before = clock.now() - age;
    age = ABANDONED_AFTER;
    const removed = await sweepAvatars(deps, before);
    if (removed > 0) log.info({ removed }, 'removed abandoned avatar files');
  };
  return { name: 'avatar-sweep', every: hours(1), also: ['at start'], run };
}
