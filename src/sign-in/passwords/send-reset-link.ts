import { type ActionToken, TOKEN_PATH } from '../../accounts/action-tokens/action-token.ts';
import { issueActionToken } from '../../accounts/action-tokens/issue-action-token.ts';
import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import type { Tx } from '../../platform/database/database.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';

export interface ResetLink {
  readonly userId: UserId;
  readonly now: Milliseconds;
  readonly createdBy: UserId | null;
  readonly ip: string | null;
}

/** Issues a reset token, revokes an older one and enqueues the mail. `undefined` for a deleted user. */
export async function sendResetLink(
  tx: Tx,
  keys: Keyring,
  { userId, now, createdBy, ip }: ResetLink,
): Promise<ActionToken | undefined> {
  const user = await holdUserRow(tx, userId);
  if (user === undefined) return undefined;
  const token = await issueActionToken(tx, keys, { userId, kind: 'reset', now, createdBy, ip });
  await enqueueMail(tx, {
    kind: 'password-reset',
    to: user,
    params: { expires_at: token.expires_at, by_administrator: createdBy === null ? 'no' : 'yes' },
    secret: { kind: 'link', path: TOKEN_PATH.reset, seed: token.seed },
    at: instantAt(now),
  });
  return token;
}
