import type { Settings } from '../config/settings.ts';
import { asPostgresClient } from './as-postgres-client.ts';

/** Somebody else does the same. Written for whoever runs a command. */
export class AlreadyRunning extends Error {}

/**
 * Runs `work` while nobody else does so on the same server's database; a crash ends that. Where the store is a file, what lies in its
 * data folder is locked instead.
 * @throws AlreadyRunning
 */
export async function withDatabaseLock<Result>(
  { storage: { databaseUrl } }: Pick<Settings, 'storage'>,
  { lock, refusal }: { lock: string; refusal: string },
  work: () => Promise<Result>,
): Promise<Result> {
  if (!databaseUrl) return work();
  return asPostgresClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock(hashtext($1)) as held', [lock]);
    if (rows[0]?.held !== true) throw new AlreadyRunning(refusal);
    return work();
  });
}
