import { valuesOf } from '../database/insert-rows.ts';
import { forgetPassword } from './change-user.ts';
import { personWord, wordDigest } from './person-word.ts';
import { isUsable } from './usable-password.ts';

interface PasswordWord {
  /** Of the hash with its salt, so that nobody can try passwords on it. */
  readonly digest: string | null;
}

/** Which password is the last. A restored one that was replaced since opens nothing; a mail leads to a new one. */
export const passwordWord = personWord<PasswordWord>({
  kind: 'password',
  none: { digest: null },
  read: async (db, ids) => {
    const hashes = db.selectFrom('users').select(['id', 'password_hash']);
    const rows = await hashes.where('id', 'in', valuesOf(db, 'bigint', ids)).execute();
    return new Map(
      rows.map(({ id, password_hash: hash }) => [id, { digest: hash === null ? null : wordDigest(hash) }]),
    );
  },
  apply: async (tx, { id, password_hash: hash }, { digest }, { at }) => {
    if (!isUsable(hash) || wordDigest(hash) === digest) return [];
    await forgetPassword(tx, id, at);
    return ['password'];
  },
});
