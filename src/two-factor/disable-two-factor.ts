import type { Circumstances } from '../audit/circumstances.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Caller } from '../http/caller.ts';
import { instantAt } from '../kernel/clock.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { removeTwoFactor } from './remove-two-factor.ts';
import type { TwoFactorDeps } from './two-factor-deps.ts';

/** Ends the caller's second factor, or an unfinished set-up. Where there is none, nothing happens and nothing is told. */
export async function disableTwoFactor(
  { database, clock }: TwoFactorDeps,
  circumstances: Circumstances,
  { userId }: Caller,
): Promise<void> {
  const at = instantAt(clock.now());
  await database.transaction(async (tx) => {
    const user = await removeTwoFactor(tx, userId, at);
    if (user === undefined) return;
    await recordAudit(tx, circumstances, { action: '2fa.disable', at, userId });
    await enqueueMail(tx, { kind: 'two-factor-disabled', to: user, params: { at }, at });
  });
}
