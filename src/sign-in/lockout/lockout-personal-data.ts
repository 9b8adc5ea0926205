import { findAccount } from '../../accounts/users/accounts-store.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { lockoutKey } from './address-lock.ts';
import { emptyLockout, findLockout, lockoutsTable } from './lockouts-store.ts';

/** Found by address: the current one for an export, every address the account ever had for an erasure. */
export const lockoutPersonalData = (keys: Keyring): PersonalDataContributor => ({
  room: 'lockout',
  tables: [lockoutsTable],
  exportOf: async (db, userId) => {
    const account = await findAccount(db, userId);
    const row = account && (await findLockout(db, lockoutKey(keys, account.email)));
    if (row === undefined) return { wrong_attempts: null };
    const { failures, locked_until, failed_at, owner_told_at } = row;
    return { wrong_attempts: { in_a_row: failures, locked_until, last_at: failed_at, owner_told_at } };
  },
  erase: async () => {}, // the address is gone by then; `eraseValues` does it
  // Blanked, not deleted: an evaluation in progress may still count on the row.
  eraseValues: async (tx, { emails }) => {
    for (const email of emails) await emptyLockout(tx, lockoutKey(keys, email));
  },
  description: {
    holds:
      'under an HMAC of the address, with an account or without: how many wrong passwords and codes in a row, the last one, until when it is locked, and when its owner was told of guesses',
    erased: 'reset; the HMAC that is left is removed within a day',
  },
});
