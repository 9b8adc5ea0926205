import { holdUserRow } from '../../accounts/users/hold-user-row.ts';
import { unsuspendUser } from '../../people/user-admin/suspend-user.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { defineCommand } from './command.ts';
import { withStore } from './operator-store.ts';
import { getPerson } from './person-argument.ts';

export const unsuspendUserCommand = defineCommand({
  name: 'user unsuspend',
  summary: 'Reactivates a suspended person.',
  options: { email: { kind: 'text', placeholder: 'address', about: 'E-mail address of the person.', required: true } },
  run: ({ email }) =>
    withStore(async ({ database, clock }) => {
      const { id, full_name: name } = await getPerson(database.read, email);
      await database.transaction(async (tx) => {
        const user = await holdUserRow(tx, id);
        if (user === undefined) throw new Error(`${name} is deleted.`);
        if (user.status !== 'suspended') throw new Error(`${name} is not suspended.`);
        const call = byOperator(['user.unsuspend'], nowOf(clock));
        await unsuspendUser({ tx, user, call }, { at: call.at, without: 'operator' });
      });
      console.log(`${name} (${id}) may sign in again.`);
    }),
});
