import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { findHighestSealed, findTimeAfter } from './audit-chain-store.ts';

/**
 * Time of the oldest unsealed record; `undefined` when all are sealed. Called often, so it makes only two lookups by key. It
 * misses late commits below a sealed id on PostgreSQL, which are sealed within a minute.
 */
export const oldestUnsealed = async (db: Db): Promise<Instant | undefined> =>
  findTimeAfter(db, await findHighestSealed(db));
