import { type ActionToken, SHOWN, type TokenKind } from '../../accounts/action-tokens/action-token.ts';
import {
  findAnyToken,
  invalidToken,
  preflightToken,
  redeemToken,
} from '../../accounts/action-tokens/redeem-action-token.ts';
import { cancelTokens } from '../../accounts/action-tokens/token-rows-store.ts';
import { findAccount, holdUserRow } from '../../accounts/users/accounts-store.ts';
import { changeStanding } from '../../accounts/users/change-standing.ts';
import { changeUser } from '../../accounts/users/changed-users-store.ts';
import { claimAddress, hasOwner } from '../../accounts/users/claim-address.ts';
import { UNUSABLE_HASH } from '../../accounts/users/usable-password.ts';
import type { Account, User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Instant, nowOf } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { clearLockout } from '../lockout/address-lock.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import type { Claimant } from './fair-queue.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { type PasswordRules, requireGoodPassword } from './require-good-password.ts';

export interface PasswordTokenDeps
  extends PasswordRules,
    Pick<Platform, 'database' | 'clock' | 'keys' | 'recordOrSum'> {
  readonly passwords: PasswordHasher;
}

interface Naming {
  readonly ok: 'password.reset.ok' | 'invite.consume.ok';
  readonly fail: 'password.reset.fail' | 'invite.consume.fail';
}

const NAMES: Readonly<Record<TokenKind, Naming>> = {
  reset: { ok: 'password.reset.ok', fail: 'password.reset.fail' },
  invite: { ok: 'invite.consume.ok', fail: 'invite.consume.fail' },
};

interface PasswordByToken {
  readonly kind: TokenKind;
  readonly token: string;
  readonly password?: string;
  /** Checks what is to be set instead of a password, and returns a function that stores it. */
  readonly instead?: (owner: Account, at: Instant) => Promise<AfterPasswordSet>;
  /** Runs last in the transaction that sets the password. */
  readonly alongside?: AfterPasswordSet | undefined;
}

export type AfterPasswordSet = (tx: Tx, call: AuditedCall & { readonly at: Instant }, userId: number) => Promise<void>;

/**
 * Sets a password by an action token: all sessions end, the lock and `must_change_pwd` are cleared, the second factor stays.
 * An invitation also verifies the address and activates the user. A weak password does not spend the token. If something else
 * is set instead, the old password is removed, since somebody else may know it.
 * @throws AppError 400 `token.invalid`, 409 `invitation.account_exists`, InvalidRequest 422, 503 when the hash queue is full
 */
export async function redeemPasswordToken(
  deps: PasswordTokenDeps,
  call: AuditedCall,
  sender: Omit<Claimant, 'account'>,
  { kind, token, password, instead, alongside }: PasswordByToken,
): Promise<void> {
  const { database, clock, keys, passwords } = deps;
  const open = await preflightToken(database.read, token, kind, nowOf(clock)).catch(() => undefined);
  const owner = open && (await findAccount(database.read, open.user_id));
  const refuse = () => refuseToken(deps, call, sender.address, { kind, token });
  if (open === undefined || owner === undefined || owner.status === 'deleted') throw await refuse();
  if (owner.joining_at !== null && (await hasOwner(database.read, owner)))
    throw await refuseJoining(deps, call, open, owner);
  if (password !== undefined) await requireGoodPassword(deps, password, owner.email);
  const storeInstead = await instead?.(owner, nowOf(clock));
  const passwordHash =
    password === undefined
      ? undefined
      : await passwords.admit({ ...sender, account: owner.email }, () => passwords.hash(password));
  const at = nowOf(clock);
  const done = await database.transaction((tx) =>
    spend(tx, keys, { ...call, at }, { kind, token, passwordHash, storeInstead, alongside }),
  );
  if (!done) throw await refuse();
}

/** The link still works: whoever signs in accepts with it. */
async function refuseJoining(
  { database }: PasswordTokenDeps,
  call: AuditedCall,
  { id, kind }: Pick<ActionToken, 'id' | 'kind'>,
  owner: Account,
): Promise<AppError> {
  const meta = { reason: 'account' as const, token_id: id };
  await database.transaction((tx) => recordAudit(tx, call, { action: NAMES[kind].fail, about: owner, meta }));
  return new AppError('invitation.account_exists');
}

interface Spending {
  readonly kind: TokenKind;
  readonly token: string;
  readonly passwordHash: string | undefined;
  readonly storeInstead: AfterPasswordSet | undefined;
  readonly alongside: AfterPasswordSet | undefined;
}

async function spend(
  tx: Tx,
  keys: Keyring,
  call: AuditedCall,
  { kind, token, passwordHash, storeInstead, alongside }: Spending,
): Promise<boolean> {
  const { at } = call;
  const redeemed = await redeemToken(tx, token, kind, at);
  const user = redeemed && (await holdUserRow(tx, redeemed.user_id));
  if (redeemed === undefined || user === undefined) return false;
  if (!(await claimAddress(tx, user, at))) throw new AppError('invitation.account_exists'); // opened meanwhile
  const accepted = kind === 'invite' ? { email_verified_at: at } : {};
  // Whoever was shown the link may not read the mailbox.
  const proved = redeemed.meta === SHOWN ? {} : { address_proved_at: at };
  await changeUser(
    tx,
    user.id,
    {
      password_hash: passwordHash ?? withoutPassword(user),
      password_given_at: null,
      must_change_pwd_at: null,
      ...accepted,
      ...proved,
    },
    at,
  );
  if (kind === 'invite' && user.status === 'invited')
    await changeStanding(tx, user, { status: 'active' }, { at, without: 'owner' });
  await cancelTokens(tx, user.id, ['invite', 'reset'], at);
  const ended = await endSessionsOf(tx, user.id, 'password', at);
  await clearLockout(tx, keys, user);
  const meta = { token_id: redeemed.id, sessions_ended: ended };
  await recordAudit(tx, call, { action: NAMES[kind].ok, about: user, meta });
  // The inviter saw the link too, so a user who had a password is notified of the new one.
  if (kind === 'reset' || user.password_hash !== null)
    await enqueueMail(tx, { kind: 'password-changed', to: user, params: { at }, at });
  await storeInstead?.(tx, call, user.id);
  await alongside?.(tx, call, user.id);
  return true;
}

const withoutPassword = ({ password_hash }: User): string | null => (password_hash === null ? null : UNUSABLE_HASH);

/** Records the use of a token that once was a person's. Invented tokens are not recorded, as there may be any number. */
async function refuseToken(
  { database, recordOrSum }: PasswordTokenDeps,
  call: AuditedCall,
  limitKey: string,
  { kind, token }: { kind: TokenKind; token: string },
) {
  const action = NAMES[kind].fail;
  const known = await findAnyToken(database.read, token);
  const owner = known && (await findAccount(database.read, known.user_id));
  await database.transaction((tx) => {
    if (known === undefined || owner === undefined)
      return recordOrSum(tx, call, limitKey, { action, meta: { reason: 'token' } });
    return recordAudit(tx, call, { action, about: owner, meta: { reason: 'token', token_id: known.id } });
  });
  return invalidToken();
}
