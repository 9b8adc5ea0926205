import type { RateLimit } from '../../platform/counters/sliding-window.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Clock, epochOf, instantAt } from '../../platform/kernel/clock.ts';
import { hours, type Milliseconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { unknownAddress } from '../../platform/keys/derived-secret.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { createdInTurn } from './action-tokens-store.ts';

/**
 * Limits of mails to an address that nobody has confirmed: it may be a stranger's, whoever gave it. Counted by address, since
 * one account after the other can be given the same one. Taken before a transaction, since the counters may be elsewhere.
 */
export interface MailLimits {
  readonly keys: Keyring;
  readonly clock: Clock;
  /** Mails to one address that anybody may cause; more are recorded, and not sent. */
  readonly mailsPerAddress: RateLimit;
  /** Mails to one address that administrators and services may cause; more are refused. */
  readonly linksPerAddress: RateLimit;
}

/** Whether a code may go to the address that an account is to have. */
export async function mayMailNewAddress(
  { keys, mailsPerAddress }: Pick<MailLimits, 'keys' | 'mailsPerAddress'>,
  address: string,
): Promise<boolean> {
  const { allowed } = await mailsPerAddress.take(`change:${unknownAddress(keys, address)}`);
  return allowed;
}

/** @throws AppError 429 `token.too_many` */
export async function limitMailsTo(
  { keys, clock, linksPerAddress }: Pick<MailLimits, 'keys' | 'clock' | 'linksPerAddress'>,
  address: string,
): Promise<void> {
  const taken = await linksPerAddress.take(unknownAddress(keys, address));
  if (!taken.allowed) throw new AppError('token.too_many', { retryAfter: taken.until - clock.now() });
}

export const MOST_AN_HOUR = 20;

/**
 * Keeps administrators and services from flooding somebody's mailbox with links. The caller must have locked the user's row,
 * so that concurrent acts are counted.
 * @throws AppError 429 `token.too_many`
 */
export async function limitLinksTo(tx: Tx, userId: UserId, now: Milliseconds): Promise<void> {
  const until = await manyLinksUntil(tx, userId, now);
  if (until !== undefined) throw new AppError('token.too_many', { retryAfter: until - now });
}

/** When the person may be sent another link, if `MOST_AN_HOUR` were created within the hour before `now`. */
export async function manyLinksUntil(tx: Tx, userId: UserId, now: Milliseconds): Promise<Milliseconds | undefined> {
  const within = { after: instantAt(now - hours(1)), until: instantAt(now) };
  const first = await createdInTurn(tx, userId, MOST_AN_HOUR, within);
  return first && epochOf(first) + hours(1);
}
