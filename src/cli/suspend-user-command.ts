import { byOperator } from '../audit/audit-context.ts';
import { nowOf } from '../kernel/clock.ts';
import { suspendUser } from '../user-admin/suspend-user.ts';
import { lockUser } from '../users/lock-user.ts';
import { defineCommand } from './command.ts';
import { withStore } from './operator-store.ts';
import { getPerson } from './person-argument.ts';

export const suspendUserCommand = defineCommand({
  name: 'user suspend',
  summary: 'Suspends a person. Their sign-ins end at once, on every node.',
  options: {
    email: { kind: 'text', placeholder: 'address', about: 'E-mail address of the person.', required: true },
    reason: { kind: 'text', about: 'The reason, for the audit log.' },
  },
  run: ({ email, reason = '' }) =>
    withStore(async ({ database, clock }) => {
      const { id, full_name: name } = await getPerson(database.read, email);
      await database.transaction(async (tx) => {
        const user = await lockUser(tx, id);
        if (user === undefined) throw new Error(`${name} is deleted.`);
        if (user.status === 'suspended') throw new Error(`${name} is suspended already.`);
        await suspendUser({ tx, user, call: byOperator(['user.suspend'], nowOf(clock)) }, reason);
      });
      console.log(`${name} (${id}) is suspended.`);
    }),
});
