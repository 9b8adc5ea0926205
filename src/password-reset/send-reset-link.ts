import type { ActionToken } from '../action-tokens/action-token.ts';
import { TOKEN_PATH } from '../action-tokens/action-token.ts';
import { issueActionToken } from '../action-tokens/issue-action-token.ts';
import type { Tx } from '../database/database.ts';
import { instantAt } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { Keyring } from '../keys/keyring.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { lockUser } from '../users/lock-user.ts';

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
  const user = await lockUser(tx, userId);
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
