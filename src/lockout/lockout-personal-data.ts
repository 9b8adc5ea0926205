import type { PersonalDataContributor } from '../database/personal-data.ts';
import { instantAt } from '../kernel/clock.ts';
import { findAttempts, unlockAccount } from './account-attempts-store.ts';

/** Set to nothing and not removed: a guess that is being evaluated still counts on its row. */
export const lockoutPersonalData: PersonalDataContributor = {
  room: 'attempts',
  tables: ['account_attempts'],
  exportOf: async (db, userId) => {
    const row = await findAttempts(db, userId);
    const lockedUntil = row === undefined || row.locked_until_ms === 0 ? null : instantAt(row.locked_until_ms);
    return { wrong_attempts: row === undefined ? null : { in_a_row: row.failures, locked_until: lockedUntil } };
  },
  erase: (tx, userId) => unlockAccount(tx, userId),
  words: {
    holds: 'how many wrong passwords or codes in a row, and until when the account is locked',
    erased: 'set to nothing',
  },
};
