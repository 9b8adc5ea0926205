import type { Database, Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import * as store from './inactive-users-store.ts';
import type { User } from './user.ts';

/** Runs in the transaction that marks the accounts. */
type Then = (tx: Tx, users: readonly User[]) => Promise<void>;

/** Ids per statement. So many rows are read in milliseconds, so that others hardly wait, however many accounts there are. */
const RANGE = 5000;

/** Marks users due for a warning and runs `then` for them. Returns how many. */
export const warnInactive = (database: Database, wanted: store.Inactivity, at: Instant, then: Then): Promise<number> =>
  overAll(database, wanted, then, (tx, range) => store.recordWarning(tx, range, wanted, at));

/** Suspends warned users who have not signed in and runs `then` for them. Returns how many. */
export const suspendInactive = (
  database: Database,
  wanted: store.Inactivity,
  at: Instant,
  then: Then,
): Promise<number> => overAll(database, wanted, then, (tx, range) => store.suspendInactive(tx, range, wanted, at));

async function overAll(
  { read, transaction }: Database,
  wanted: store.Inactivity,
  then: Then,
  mark: (tx: Tx, range: store.IdRange) => Promise<User[]>,
): Promise<number> {
  const highest = await store.findHighestUserId(read);
  let all = 0;
  for (let after = 0; after < highest; after += RANGE) {
    const range = { after, upTo: Math.min(after + RANGE, highest) };
    if (!(await store.hasInactive(read, range, wanted))) continue;
    all += await transaction(async (tx) => {
      const users = await mark(tx, range);
      await then(tx, users);
      return users.length;
    });
  }
  return all;
}
