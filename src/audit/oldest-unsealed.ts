import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { findHighestSealed, findTimeAfter } from './audit-chain-store.ts';

/**
 * Time of the oldest unsealed record; `undefined` when all are sealed. Two key lookups, since it is asked often: late
 * commits below a sealed id on PostgreSQL are missed, and sealed within a minute.
 */
export const oldestUnsealed = async (db: Db): Promise<Instant | undefined> =>
  findTimeAfter(db, await findHighestSealed(db));
