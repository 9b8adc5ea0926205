import type { TokenKind } from '../action-tokens/action-token.ts';
import {
  cancelTokens,
  findAnyToken,
  invalidToken,
  preflightToken,
  redeemToken,
} from '../action-tokens/redeem-action-token.ts';
import type { AuditedCall } from '../audit/audit-context.ts';
import type { AuditAction } from '../audit/catalogue.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { RecordOrSum } from '../audit/record-or-sum.ts';
import type { Database, Tx } from '../database/database.ts';
import { type Clock, instantAt } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { unlockAccount } from '../lockout/unlock-account.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { changeStanding } from '../users/change-standing.ts';
import { changeUser } from '../users/change-user.ts';
import { findAccount } from '../users/find-account.ts';
import { lockUser } from '../users/lock-user.ts';
import type { Claimant } from './fair-line.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { requireGoodPassword } from './require-good-password.ts';

export interface PasswordTokenDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly passwords: PasswordHasher;
  readonly passwordMin: number;
  readonly recordOrSum: RecordOrSum;
}

interface Naming {
  readonly ok: AuditAction;
  readonly fail: AuditAction;
}

const NAMES: Readonly<Record<TokenKind, Naming>> = {
  reset: { ok: 'password.reset.ok', fail: 'password.reset.fail' },
  invite: { ok: 'invite.consume.ok', fail: 'invite.consume.fail' },
};

/**
 * Sets a password by an action token: all sign-ins end, the lock and `must_change_pwd` go, the second factor stays. An
 * invitation also verifies the address and activates who was invited. A weak password does not spend the token.
 * @throws AppError 400 `token.invalid`, InvalidRequest 422, 503 when there is no room to hash
 */
export async function redeemPasswordToken(
  deps: PasswordTokenDeps,
  call: AuditedCall,
  sender: Omit<Claimant, 'account'>,
  { kind, token, password }: { kind: TokenKind; token: string; password: string },
): Promise<void> {
  const { database, clock, keys, passwords, passwordMin } = deps;
  const open = await preflightToken(database.read, token, kind, instantAt(clock.now())).catch(() => undefined);
  const owner = open && (await findAccount(database.read, open.user_id));
  const refuse = () => refuseToken(deps, call, sender.address, { kind, token });
  if (owner === undefined || owner.status === 'deleted') throw await refuse();
  requireGoodPassword(password, owner.email, passwordMin);
  const passwordHash = await passwords.admit({ ...sender, account: owner.email }, () => passwords.hash(password));
  const at = instantAt(clock.now());
  const done = await database.transaction((tx) => spend(tx, keys, { ...call, at }, { kind, token, passwordHash }));
  if (!done) throw await refuse();
}

interface Spending {
  readonly kind: TokenKind;
  readonly token: string;
  readonly passwordHash: string;
}

async function spend(
  tx: Tx,
  keys: Keyring,
  call: AuditedCall,
  { kind, token, passwordHash }: Spending,
): Promise<boolean> {
  const { at } = call;
  const redeemed = await redeemToken(tx, token, kind, at);
  const user = redeemed && (await lockUser(tx, redeemed.user_id));
  if (user === undefined) return false;
  const accepted = kind === 'invite' ? { email_verified_at: at } : {};
  await changeUser(tx, user.id, { password_hash: passwordHash, must_change_pwd_at: null, ...accepted }, at);
  if (kind === 'invite' && user.status === 'invited') await changeStanding(tx, user, { status: 'active' }, at);
  await cancelTokens(tx, user.id, ['invite', 'reset'], at);
  const ended = await endSessionsOf(tx, user.id, 'password', at);
  await unlockAccount(tx, keys, user);
  const meta = { token_id: redeemed?.id, sessions_ended: ended };
  await recordAudit(tx, call, { action: NAMES[kind].ok, about: user, meta });
  // Who invites is shown the link as well: whoever had a password gets to know that there is another.
  if (kind === 'reset' || user.password_hash !== null)
    await enqueueMail(tx, { kind: 'password-changed', to: user, params: { at }, at });
  return true;
}

/** A token that was somebody's once is on record with them; of made-up ones there may be any number. */
async function refuseToken(
  { database, recordOrSum }: PasswordTokenDeps,
  call: AuditedCall,
  limitKey: string,
  { kind, token }: { kind: TokenKind; token: string },
) {
  const failure = { action: NAMES[kind].fail };
  const known = await findAnyToken(database.read, token);
  const owner = known && (await findAccount(database.read, known.user_id));
  await database.transaction((tx) => {
    if (known === undefined || owner === undefined)
      return recordOrSum(tx, call, limitKey, { ...failure, meta: { reason: 'token' } });
    const about = { about: owner, meta: { reason: 'token', token_id: known.id } };
    return recordAudit(tx, call, { ...failure, ...about });
  });
  return invalidToken();
}
