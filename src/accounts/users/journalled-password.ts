import { valuesOf } from '../../platform/database/insert-rows.ts';
import { forgetPassword } from './change-user.ts';
import { journalDigest, journalledPerson } from './journalled-person.ts';
import { isUsable } from './usable-password.ts';

interface PasswordState {
  /** Digest of the hash including its salt, so that passwords cannot be tried against it. */
  readonly digest: string | null;
}

/** The current password, by digest. If a restored backup has an older one, it is removed and a mail leads to a new one. */
export const journalledPassword = journalledPerson<PasswordState>({
  kind: 'password',
  none: { digest: null },
  read: async (db, ids) => {
    const hashes = db.selectFrom('users').select(['id', 'password_hash']);
    const rows = await hashes.where('id', 'in', valuesOf(db, 'bigint', ids)).execute();
    return new Map(
      rows.map(({ id, password_hash: hash }) => [id, { digest: hash === null ? null : journalDigest(hash) }]),
    );
  },
  apply: async (tx, { id, password_hash: hash }, { digest }, { at }) => {
    if (!isUsable(hash) || journalDigest(hash) === digest) return [];
    await forgetPassword(tx, id, at);
    return ['password'];
  },
});
