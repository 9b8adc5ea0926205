import { mayMailNewAddress } from '../../accounts/action-tokens/mail-limits.ts';
import { cancelOwnTokens } from '../../accounts/action-tokens/token-rows-store.ts';
import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { changeProfile } from '../../accounts/users/change-profile.ts';
import { checkedField } from '../../accounts/users/checked-fields.ts';
import { maskedEmail } from '../../accounts/users/masked-email.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { RateLimit } from '../../platform/counters/sliding-window.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import { typedCode } from '../../platform/kernel/typed-code.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail, type Recipient } from '../../platform/mail/enqueue-mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { evaluateGuess, recordWrongGuess } from '../../sign-in/lockout/guess.ts';
import type { Lockout } from '../../sign-in/lockout/lockout.ts';
import { addressAlarmLink } from '../../sign-in/security-notices/alarm-link.ts';
import { holdSignIn } from '../../sign-in/sessions/end-sessions.ts';
import { putEmailChange, takeEmailChange } from './email-changes-store.ts';
import { CODE_LIVES, codeHash, newCode } from './email-code.ts';

export interface EmailChangeDeps extends Pick<Platform, 'database' | 'clock' | 'keys'> {
  readonly lockout: Lockout;
  /** Mails to one address that anybody may cause: a member must not use the service to spam others. */
  readonly mailsPerAddress: RateLimit;
}

/**
 * Mails a code to the new address and a notice to the old one; replaces an earlier request. Whether another account has
 * the address is not checked here (see `email-code.ts`): its owner gets a notice, and no code will match.
 * @throws InvalidRequest (422)
 */
export async function requestEmailChange(deps: EmailChangeDeps, call: Call, email: string): Promise<void> {
  const { account } = call.caller;
  const address = checkedField('email', email);
  const mayMail = await mayMailNewAddress(deps, address);
  const now = deps.clock.now();
  const request = { user: account, address, requestedBy: account.id, addedBy: call.caller.sid, now, mayMail };
  await deps.database.transaction(async (tx) => {
    if ((await holdUserRow(tx, account.id)) === undefined) throw new AppError('auth.revoked');
    await requestNewAddress(tx, deps.keys, call, request);
    await holdSignIn(tx, call.caller);
  });
}

export interface AddressChangeRequest {
  readonly user: Recipient;
  /** Canonical. */
  readonly address: string;
  /** Null for a service. */
  readonly requestedBy: number | null;
  /** The sign-in that asks for it, if it is the person's own. */
  readonly addedBy: SignInId | null;
  readonly now: Milliseconds;
  /** By `mayMailNewAddress`; otherwise the code is recorded, but not sent. */
  readonly mayMail: boolean;
}

/** Stores the request and enqueues both mails; the code is derived when its mail goes out. */
export async function requestNewAddress(
  tx: Tx,
  keys: Keyring,
  call: AuditedCall,
  { user, address, requestedBy, addedBy, now, mayMail }: AddressChangeRequest,
): Promise<void> {
  const at = instantAt(now);
  const expires_at = instantAt(now + CODE_LIVES);
  const code = newCode(keys);
  const change = { user_id: user.id, new_email: address, ...code };
  await putEmailChange(tx, { ...change, requested_by: requestedBy, added_by: addedBy, created_at: at, expires_at });
  await recordAudit(tx, call, {
    action: 'email.change.request',
    about: user,
  });
  await enqueueMail(tx, {
    kind: 'email-change-code',
    to: user,
    address,
    params: { expires_at },
    secret: { kind: 'code', seed: code.seed },
    at,
    withheld: !mayMail,
  });
  await enqueueMail(tx, {
    kind: 'email-change-requested',
    to: user,
    params: { new_address: maskedEmail(address), at },
    at,
  });
}

/**
 * Confirms the new address with the mailed code. Wrong codes count like those at sign-in.
 * @throws AppError 400 `email.code_wrong`, 401 `auth.revoked`, 409 `users.email_taken`, 423, 429, 503
 */
export function confirmEmailChange(deps: EmailChangeDeps, call: Call, guess: { code: string; limitKey: string }) {
  const { lockout, clock, keys } = deps;
  const digits = typedCode(guess.code);
  return evaluateGuess(lockout, clock, {
    userId: call.caller.userId,
    limitKey: guess.limitKey,
    guessed: 'code',
    effect: (tx, at) => takeOver(tx, keys, call, codeHash(digits), at),
    onWrong: (tx, outcome) =>
      recordWrongGuess(tx, call, { outcome, rule: lockout.rule }, (meta) => ({ action: 'email.change.fail', meta })),
    refusal: () => new AppError('email.code_wrong'),
  });
}

async function takeOver(tx: Tx, keys: Keyring, call: Call, hashed: string, at: Instant): Promise<true | undefined> {
  const { account, sid } = call.caller;
  const change = await takeEmailChange(tx, account.id, hashed, at);
  if (change === undefined) return undefined;
  const changed = await changeProfile(
    tx,
    account.id,
    { email: change.new_email, email_verified_at: at, address_proved_at: at },
    call,
  );
  if (changed === undefined) throw new AppError('auth.revoked'); // deleted after the check of the call
  await holdSignIn(tx, call.caller);
  await cancelOwnTokens(tx, account.id, at); // links mailed to the old address
  await recordAudit(tx, call, { action: 'email.change', about: 'actor' });
  const { params: working, secret } = await addressAlarmLink(tx, keys, { user: changed.before, sid, at });
  const params = { new_address: maskedEmail(change.new_email), at };
  await enqueueMail(tx, { kind: 'email-changed', to: changed.before, params: { ...params, ...working }, secret, at });
  await enqueueMail(tx, { kind: 'email-changed', to: account, address: change.new_email, params, at });
  return true;
}
