import { holdUserRow } from '../../accounts/users/hold-user-row.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { removeTwoFactor } from './remove-two-factor.ts';
import type { TwoFactorDeps } from './two-factor-deps.ts';

/** Disables the caller's second factor, or drops an unfinished set-up. Without either it is a no-op without mail. */
export async function disableTwoFactor({ database }: TwoFactorDeps, call: Call): Promise<void> {
  const {
    at,
    caller: { userId },
  } = call;
  await database.transaction(async (tx) => {
    await holdUserRow(tx, userId); // first, as everywhere
    const user = await removeTwoFactor(tx, userId, at);
    if (user === undefined) return;
    await recordAudit(tx, call, { action: '2fa.disable', about: 'actor' });
    await enqueueMail(tx, { kind: 'two-factor-disabled', to: user, params: { at }, at });
  });
}
