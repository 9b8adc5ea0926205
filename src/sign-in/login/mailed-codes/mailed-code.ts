import { UNUSABLE_HASH } from '../../../accounts/users/usable-password.ts';
import type { User } from '../../../accounts/users/user.ts';
import { defineTable, integer, type RowOf, text } from '../../../platform/database/define-table.ts';
import type { Instant } from '../../../platform/kernel/clock.ts';
import { days, minutes } from '../../../platform/kernel/durations.ts';
import type { UserId } from '../../../platform/kernel/entity-id.ts';
import { tierOf } from '../../../platform/kernel/role.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';

/** The latest code of an account and a browser. */
export const mailedCodesTable = defineTable(
  'mailed_codes',
  {
    /** Unique to each code. */
    id: text('internal', 'removed'),
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    /** Digest of the cookie of the browser that asked. */
    browser: text('secret', 'removed'),
    /** The code is derived from it when the mail goes out. */
    seed: text('secret', 'removed'),
    code_hmac: text('secret', 'removed'),
    /** Codes that were tried so far, the right one included. */
    tries: integer('internal', 'removed'),
    created_at: text<Instant>('in mailed_codes.created_at', 'removed'),
    expires_at: text<Instant>('in mailed_codes.expires_at', 'removed'),
    used_at: text<Instant>('in mailed_codes.used_at', 'removed').orNull(),
  },
  {
    key: 'id',
    indexes: {
      browser: { columns: 'user_id, browser', unique: true },
      seed: 'seed',
      expires: 'expires_at',
    },
    personal: {
      merging: { user_id: 'waits' },
      of: 'user_id',
      order: 'created_at',
      parts: { mailed_codes: { purpose: 'sign-in', kept: { rule: 'mailed_codes', from: 'end' } } },
    },
  },
);

export type MailedCode = RowOf<typeof mailedCodesTable>;

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
