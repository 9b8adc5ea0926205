import { PostgresAdapter } from 'kysely';
import type { Db, Engine } from './database.ts';

/** What is below a connection. For this folder alone: the others say what they want, not where. */
export const engineOf = (via: Db): Engine =>
  via.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';

/**
 * True where statements run on this thread: a row that is sent has no way to go, and one that is read back was here before.
 */
export const isInProcess = (via: Db): boolean => engineOf(via) === 'sqlite';
