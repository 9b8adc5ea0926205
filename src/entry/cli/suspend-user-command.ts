import { holdUserRow } from '../../accounts/users/hold-user-row.ts';
import { suspendUser } from '../../people/user-admin/suspend-user.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { defineCommand } from './command.ts';
import { openKeys, withStore } from './operator-store.ts';
import { getPerson } from './person-argument.ts';

export const suspendUserCommand = defineCommand({
  name: 'user suspend',
  summary: 'Suspends a person. Their sign-ins end at once, on every node.',
  options: {
    email: { kind: 'text', placeholder: 'address', about: 'E-mail address of the person.', required: true },
    reason: { kind: 'text', about: 'The reason, for the audit log.' },
  },
  run: ({ email, reason = '' }) =>
    withStore(async (store) => {
      const { database, clock, settings } = store;
      const { id, full_name: name } = await getPerson(database.read, email);
      const deps = { keys: (await openKeys(store)).keys, publicUrl: settings.server.publicUrl };
      await database.transaction(async (tx) => {
        const user = await holdUserRow(tx, id);
        if (user === undefined) throw new Error(`${name} is deleted.`);
        if (user.status === 'suspended') throw new Error(`${name} is suspended already.`);
        const call = byOperator(['user.suspend', 'user.invite'], nowOf(clock));
        await suspendUser({ tx, user, call }, reason, deps);
      });
      console.log(`${name} (${id}) is suspended.`);
    }),
});
