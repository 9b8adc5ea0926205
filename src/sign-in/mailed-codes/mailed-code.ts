import { UNUSABLE_HASH } from '../../accounts/users/usable-password.ts';
import type { User } from '../../accounts/users/user.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { days, minutes } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

/** The latest code of an account and a browser. */
export interface MailedCode {
  /** Unique to each code. */
  readonly id: string;
  readonly user_id: UserId;
  /** Digest of the cookie of the browser that asked. */
  readonly browser: string;
  /** The code is derived from it when the mail goes out. */
  readonly seed: string;
  readonly code_hmac: string;
  /** Codes that were tried so far, the right one included. */
  readonly tries: number;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly used_at: Instant | null;
}

export const CODE_LIVES = minutes(10);
export const MOST_TRIES = 5;
export const CODES_KEPT_FOR = days(1);

/**
 * Who may sign in by a mailed code: nobody who manages others, and nobody whose password an administrator has removed, since they
 * must choose a new one first.
 */
export const mayUseCodes = ({ role, password_hash }: Pick<User, 'role' | 'password_hash'>): boolean =>
  tierOf(role) > 1 && password_hash !== UNUSABLE_HASH;

export const browserDigest = (keys: Keyring, cookie: string): string =>
  keys.hmac('browser of a mailed code', cookie).toString('base64url');

interface Bound {
  readonly account: Pick<User, 'id' | 'email'>;
  readonly browser: string;
  readonly code: string;
}

/** Keyed, since a million codes are quickly tried against a plain digest. Bound to the address that it was mailed to. */
export const codeHmac = (keys: Keyring, { account, browser, code }: Bound): string =>
  keys.hmac('mailed sign-in code', `${account.id} ${account.email} ${browser} ${code}`).toString('base64url');
