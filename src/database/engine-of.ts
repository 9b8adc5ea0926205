import { PostgresAdapter } from 'kysely';
import type { Db, Engine } from './database.ts';

/** The engine of a connection. Only for this folder: all other code says what it wants, not how each engine does it. */
export const engineOf = (via: Db): Engine =>
  via.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';

/**
 * True if statements run on this thread, so that sending rows and reading them back costs no round trip.
 */
export const isInProcess = (via: Db): boolean => engineOf(via) === 'sqlite';
