import { holdUserRow } from '../../accounts/users/hold-user-row.ts';
import { liftLockout } from '../../people/user-admin/user-access-acts.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { findLock } from '../../sign-in/lockout/find-lock.ts';
import { defineCommand } from './command.ts';
import { openKeys, withStore } from './operator-store.ts';
import { getPerson } from './person-argument.ts';

export const unlockUserCommand = defineCommand({
  name: 'user unlock',
  summary: 'Lifts the lock on an account after wrong passwords or codes, before it ends by itself.',
  options: { email: { kind: 'text', placeholder: 'address', about: 'E-mail address of the person.', required: true } },
  run: ({ email }) =>
    withStore(async (store) => {
      const { id, full_name: name } = await getPerson(store.database.read, email);
      const { keys } = await openKeys(store);
      const at = nowOf(store.clock);
      await store.database.transaction(async (tx) => {
        const user = await holdUserRow(tx, id);
        if (user === undefined) throw new Error(`${name} is deleted.`);
        if ((await findLock(tx, keys, user.email, at)) === null) throw new Error(`${name} is not locked.`);
        await liftLockout({ tx, user, call: byOperator(['user.unlock'], at) }, keys);
      });
      console.log(`${name} (${id}) may try to sign in again.`);
    }),
});
