import { holdUserRow } from '../../accounts/users/hold-user-row.ts';
import { resetTwoFactor } from '../../people/user-admin/reset-two-factor.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { defineCommand } from './command.ts';
import { withStore } from './operator-store.ts';
import { getPerson } from './person-argument.ts';

export const resetTwoFactorCommand = defineCommand({
  name: 'user reset-2fa',
  summary:
    "Removes a person's second factor and passkeys, for somebody who lost devices and codes. Notifies them by mail and ends their sign-ins.",
  options: { email: { kind: 'text', placeholder: 'address', about: 'E-mail address of the person.', required: true } },
  run: ({ email }) =>
    withStore(async ({ database, clock }) => {
      const { id, full_name: name } = await getPerson(database.read, email);
      const at = nowOf(clock);
      await database.transaction(async (tx) => {
        const user = await holdUserRow(tx, id);
        const call = byOperator(['user.2fa.reset', 'passkey.remove'], at);
        if (user === undefined || !(await resetTwoFactor(tx, call, user)))
          throw new Error(`${name} has no second factor.`);
      });
      console.log(`${name} (${id}) signs in with the password alone again.`);
    }),
});
