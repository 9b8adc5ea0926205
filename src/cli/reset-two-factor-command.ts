import { byOperator } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { instantAt } from '../kernel/clock.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { removeTwoFactor } from '../two-factor/remove-two-factor.ts';
import { defineCommand } from './command.ts';
import { withStore } from './operator-store.ts';
import { getPerson } from './person-argument.ts';

export const resetTwoFactorCommand = defineCommand({
  name: 'user reset-2fa',
  summary:
    "Removes a person's second factor, for who lost device and codes. They are told by mail, their sign-ins end.",
  options: { email: { kind: 'text', placeholder: 'address', about: 'Whose.', required: true } },
  run: ({ email }) =>
    withStore(async ({ database, clock }) => {
      const { id, full_name: name } = await getPerson(database.read, email);
      const at = instantAt(clock.now());
      await database.transaction(async (tx) => {
        const user = await removeTwoFactor(tx, id, at);
        if (user === undefined) throw new Error(`${name} has no second factor.`);
        await endSessionsOf(tx, id, 'ended', at);
        await recordAudit(tx, byOperator(['user.2fa.reset'], at), {
          action: 'user.2fa.reset',
          about: user,
        });
        await enqueueMail(tx, { kind: 'two-factor-disabled', to: user, params: { at }, at });
      });
      console.log(`${name} (${id}) signs in with the password alone again.`);
    }),
});
