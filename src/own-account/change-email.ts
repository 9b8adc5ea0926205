import { cancelOwnTokens } from '../action-tokens/redeem-action-token.ts';
import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { SlidingWindow } from '../counters/sliding-window.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Call } from '../http/call.ts';
import { AppError } from '../kernel/app-error.ts';
import { type Clock, type Instant, instantAt } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import type { Keyring } from '../keys/keyring.ts';
import { evaluateGuess } from '../lockout/guess.ts';
import type { Attempts } from '../lockout/lockout.ts';
import { recordWrongGuess } from '../lockout/record-wrong-guess.ts';
import { enqueueMail, type Recipient } from '../mail/enqueue-mail.ts';
import { changeProfile } from '../users/change-profile.ts';
import { checkedEmail } from '../users/checked-fields.ts';
import { maskedEmail } from '../users/masked-email.ts';
import { putEmailChange, takeEmailChange } from './email-changes-store.ts';
import { CODE_LIVES, codeHash, newCode } from './email-code.ts';
import { meErrors } from './own-account-errors.ts';

export interface EmailChangeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly attempts: Attempts;
  /** Mails that strangers cause to one address; a member must not use us to write to others. */
  readonly mailsPerAddress: SlidingWindow;
}

/**
 * Mails a code to the new address and tells the old one. A newer request ends the older. Whether another account has the
 * address is not even asked here (see `email-code-mail.ts`): its owner gets a notice, and no code will ever fit.
 * @throws InvalidRequest (422)
 */
export async function requestEmailChange(deps: EmailChangeDeps, call: Call, email: string): Promise<void> {
  const { account } = call.caller;
  const address = checkedEmail(email);
  const { allowed } = await deps.mailsPerAddress.take(`change:${address}`);
  const now = deps.clock.now();
  await deps.database.transaction((tx) =>
    askForNewAddress(tx, deps.keys, call, {
      user: account,
      address,
      requestedBy: account.id,
      now,
      withheld: !allowed,
    }),
  );
}

export interface AddressWish {
  readonly user: Recipient;
  /** Canonical. */
  readonly address: string;
  readonly requestedBy: number;
  readonly now: Milliseconds;
  /** The code is listed and not sent: the address has had enough mails of this kind. */
  readonly withheld?: boolean;
}

/** Notes the wish and mails both addresses; the code is made when its mail goes out. */
export async function askForNewAddress(
  tx: Tx,
  keys: Keyring,
  call: AuditedCall,
  { user, address, requestedBy, now, withheld = false }: AddressWish,
): Promise<void> {
  const at = instantAt(now);
  const expires_at = instantAt(now + CODE_LIVES);
  const code = newCode(keys);
  const change = { user_id: user.id, new_email: address, ...code };
  await putEmailChange(tx, { ...change, requested_by: requestedBy, created_at: at, expires_at });
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
    withheld,
  });
  await enqueueMail(tx, {
    kind: 'email-change-requested',
    to: user,
    params: { new_address: maskedEmail(address), at },
    at,
  });
}

/**
 * Takes the new address over with the code that was mailed there. Guesses count like those at the sign-in.
 * @throws AppError 400 `email.code_wrong`, 409 `users.email_taken`, 423, 429, 503
 */
export function confirmEmailChange(deps: EmailChangeDeps, call: Call, guess: { code: string; limitKey: string }) {
  const { attempts, clock } = deps;
  const digits = guess.code.replace(/\D/g, '');
  return evaluateGuess(attempts, clock, {
    userId: call.caller.userId,
    limitKey: guess.limitKey,
    guessed: 'code',
    effect: (tx, at) => takeOver(tx, call, codeHash(digits), at),
    onWrong: (tx, outcome) => recordWrongGuess(tx, call, 'email.change.fail', outcome),
    refusal: () => new AppError(meErrors['email.code_wrong']),
  });
}

async function takeOver(tx: Tx, call: Call, hashed: string, at: Instant): Promise<true | undefined> {
  const { account } = call.caller;
  const change = await takeEmailChange(tx, account.id, hashed, at);
  if (change === undefined) return undefined;
  await changeProfile(tx, account.id, { email: change.new_email, email_verified_at: at }, at);
  await cancelOwnTokens(tx, account.id, at); // links in the old mailbox
  await recordAudit(tx, call, { action: 'email.change', about: 'actor' });
  const params = { new_address: maskedEmail(change.new_email), at };
  await enqueueMail(tx, { kind: 'email-changed', to: account, params, at });
  await enqueueMail(tx, { kind: 'email-changed', to: account, address: change.new_email, params, at });
  return true;
}
