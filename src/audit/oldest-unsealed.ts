import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { findHighestSealed, findTimeAfter } from './audit-chain-store.ts';

/**
 * When the first record was written that comes after all that is sealed; `undefined` where nothing does. By two keys, since
 * it is asked often: what PostgreSQL commits late below a sealed record is not seen, and that is sealed within a minute.
 */
export const oldestUnsealed = async (db: Db): Promise<Instant | undefined> =>
  findTimeAfter(db, await findHighestSealed(db));
