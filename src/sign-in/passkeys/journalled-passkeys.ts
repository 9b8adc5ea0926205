import { digestsByPerson, journalDigest, journalledPerson } from '../../accounts/users/journalled-users.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { listPasskeys } from './list-passkeys.ts';
import { recountFactor } from './passkeys-as-factor.ts';
import { dropPasskey } from './passkeys-store.ts';

interface PasskeysState {
  /** Digests of the credential ids that are in force. */
  readonly usable: readonly string[];
}

/** The passkeys in force. Those added after a backup are lost with a restore, and must be added again. */
export const journalledPasskeys = journalledPerson<PasskeysState>({
  kind: 'passkeys',
  none: { usable: [] },
  read: async (db, ids) => {
    const found = db.selectFrom('passkeys').select(['user_id', 'credential_id']).where('refused_at', 'is', null);
    const rows = await found
      .where('user_id', 'in', valuesOf(db, 'bigint', ids))
      .orderBy('id')
      .execute();
    const usable = digestsByPerson(rows, ({ credential_id }) => journalDigest(credential_id));
    return new Map([...usable].map(([id, digests]) => [id, { usable: digests }]));
  },
  apply: async (tx, user, { usable }, { at }) => {
    const { id: userId } = user;
    const gone = (await listPasskeys(tx, userId)).filter(
      ({ refused_at, credential_id }) => refused_at === null && !usable.includes(journalDigest(credential_id)),
    );
    for (const { id } of gone) await dropPasskey(tx, userId, id);
    await recountFactor(tx, user, at);
    return gone.length === 0 ? [] : ['passkeys'];
  },
});
