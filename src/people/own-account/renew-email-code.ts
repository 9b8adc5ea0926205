import type { Tx } from '../../platform/database/database.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { NewSecret } from '../../platform/mail/resend-mail.ts';
import { renewEmailChange } from './email-changes-store.ts';
import { CODE_LIVES, newCode } from './email-code.ts';

/** Replaces the code mailed to `address`. `undefined` when no change to that address is pending. */
export async function renewEmailCode(
  tx: Tx,
  keys: Keyring,
  { userId, address, now }: { userId: UserId; address: string; now: Milliseconds },
): Promise<NewSecret | undefined> {
  const { seed, code_hash } = newCode(keys);
  const expires_at = instantAt(now + CODE_LIVES);
  const renewed = await renewEmailChange(tx, { user_id: userId, new_email: address }, { seed, code_hash, expires_at });
  return renewed ? { secret: { kind: 'code', seed }, expires_at } : undefined;
}
