import type { Database } from '../../platform/database/database.ts';
import type { Rebuild } from '../../platform/jobs/rebuild-worker.ts';
import { FOLD } from '../../platform/kernel/text.ts';
import { countAccounts, holdAnyUserRow } from './accounts-store.ts';
import { isErased } from './erase-user.ts';
import { sortKeyOf, type User } from './user.ts';
import { describedWords } from './user-words.ts';
import { renewWords } from './user-words-store.ts';
import { changeWords, listAfter } from './users-store.ts';

/** The search words and sort keys of people. */
export const rebuildPeople: Rebuild = {
  what: 'people',
  version: FOLD,
  count: countAccounts,
  portion: async (database, after, most) => {
    const people = await listAfter(database.bulkRead, after, most);
    const stale = people.filter(isStale);
    for (const { id } of stale) await renew(database, id); // a transaction each: an act on many people locks them in another order
    return { last: people.at(-1)?.id, read: people.length, renewed: stale.length };
  },
};

const renew = (database: Database, id: User['id']): Promise<void> =>
  database.transaction(async (tx) => {
    const before = await holdAnyUserRow(tx, id);
    if (before !== undefined && isStale(before))
      await renewWords(tx, before, await changeWords(tx, id, derivedOf(before)));
  });

const derivedOf = (user: User) => ({ sort_key: sortKeyOf(user), ...describedWords(user) });

/** An erased person has no words. */
function isStale(user: User): boolean {
  if (isErased(user)) return false;
  const { sort_key, words, word_bits, phone_digits } = derivedOf(user);
  return (
    user.sort_key !== sort_key ||
    user.words !== words ||
    user.word_bits !== word_bits ||
    user.phone_digits !== phone_digits
  );
}
