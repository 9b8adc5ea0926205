import { PostgresAdapter } from 'kysely';
import type { Db, Engine } from './database.ts';

/** The engine of a connection. Only for this folder: all other code says what it wants, not how each engine does it. */
export const engineOf = (via: Db): Engine =>
  via.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';

/** True if the store is in this process, so that sending rows to it costs little. */
export const isInProcess = (via: Db): boolean => engineOf(via) === 'sqlite';
