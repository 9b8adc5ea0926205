import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { changeUser } from '../../accounts/users/changed-users-store.ts';
import type { User } from '../../accounts/users/user.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { LockoutService } from '../lockout/lockout.ts';
import { deleteTwoFactor } from './two-factor-store.ts';

/** Disables the caller's second factor, or drops an unfinished set-up. Without either it is a no-op without mail. */
export async function disableTwoFactor({ database }: Platform & LockoutService, call: Call): Promise<void> {
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

/**
 * Removes secret and recovery codes, verified or not. Resolves to the user for the one caller who disabled an enabled
 * second factor, so that it is recorded and mailed once.
 */
export async function removeTwoFactor(tx: Tx, userId: UserId, at: Instant): Promise<User | undefined> {
  const was = await deleteTwoFactor(tx, userId);
  if (was === undefined || was.enabled_at === null) return undefined;
  return changeUser(tx, userId, { two_factor_enabled_at: null }, at);
}
