import { changeUser, forgetPassword } from '../../accounts/users/change-user.ts';
import { journalledPerson } from '../../accounts/users/journalled-users.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { removeTwoFactor } from './remove-two-factor.ts';
import { isOpenable } from './two-factor-secret.ts';
import { listFactorsOf, replaceFactor, sameFactor, type WholeFactor } from './two-factor-store.ts';

interface FactorState {
  /** The factor, with its secret still sealed. */
  readonly factor: WholeFactor['factor'];
  /** All recovery codes by HMAC, including spent ones. */
  readonly codes: WholeFactor['codes'];
}

/** The current second factor: whether it was removed or replaced, its last spent step and its spent recovery codes. */
export const journalledSecondFactor = journalledPerson<FactorState>({
  kind: 'second-factor',
  none: { factor: null, codes: [] },
  read: (db, ids) => listFactorsOf(db, valuesOf(db, 'bigint', ids)),
  apply: async (tx, user, { factor, codes }, { at, keys }) => {
    const known = (await listFactorsOf(tx, [user.id])).get(user.id);
    if (factor === null || factor.enabled_at === null) {
      if (known === undefined) return [];
      return (await removeTwoFactor(tx, user.id, at)) === undefined ? [] : ['factor_removed'];
    }
    if (sameFactor(known, { factor, codes })) return [];
    const whole = { ...factor, user_id: user.id };
    if (!isOpenable(keys, whole)) {
      // The secret is sealed under a key newer than the backup. The password alone must not suffice for what required both.
      await removeTwoFactor(tx, user.id, at);
      await forgetPassword(tx, user.id, at);
      return ['factor_lost', 'password'];
    }
    await replaceFactor(tx, whole, codes);
    await changeUser(tx, user.id, { two_factor_enabled_at: factor.enabled_at }, at);
    return ['factor'];
  },
});
