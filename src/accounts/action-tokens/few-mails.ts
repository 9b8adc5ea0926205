import type { RateLimit } from '../../platform/counters/rate-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { unknownAddress } from '../../platform/keys/unknown-address.ts';
import { actionTokenErrors } from './action-tokens-errors.ts';

/**
 * Limits of mails to an address that nobody has confirmed: it may be a stranger's, whoever gave it. Counted by address, since
 * one account after the other can be given the same one. Taken before a transaction, since the counters may be elsewhere.
 */
export interface FewMails {
  readonly keys: Keyring;
  readonly clock: Clock;
  /** Mails to one address that anybody may cause; more are recorded, and not sent. */
  readonly mailsPerAddress: RateLimit;
  /** Mails to one address that administrators and services may cause; more are refused. */
  readonly linksPerAddress: RateLimit;
}

/** Whether a code may go to the address that an account is to have. */
export async function mayMailNewAddress(
  { keys, mailsPerAddress }: Pick<FewMails, 'keys' | 'mailsPerAddress'>,
  address: string,
): Promise<boolean> {
  const { allowed } = await mailsPerAddress.take(`change:${unknownAddress(keys, address)}`);
  return allowed;
}

/** @throws AppError 429 `token.too_many` */
export async function requireFewMails(
  { keys, clock, linksPerAddress }: Pick<FewMails, 'keys' | 'clock' | 'linksPerAddress'>,
  address: string,
): Promise<void> {
  const taken = await linksPerAddress.take(unknownAddress(keys, address));
  if (!taken.allowed)
    throw new AppError(actionTokenErrors['token.too_many'], { retryAfter: taken.until - clock.now() });
}
