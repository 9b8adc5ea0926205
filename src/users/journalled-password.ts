import { valuesOf } from '../database/insert-rows.ts';
import { forgetPassword } from './change-user.ts';
import { personWord, wordDigest } from './person-word.ts';
import { isUsable } from './usable-password.ts';

interface PasswordWord {
  /** Digest of the hash including its salt, so that passwords cannot be tried against it. */
  readonly digest: string | null;
}

/** The current password, by digest. If a restored backup has an older one, it is removed and a mail leads to a new one. */
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
