import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { User } from '../users/user.ts';

export type FactorsOfUser = Pick<User, 'two_factor_enabled_at' | 'passkey_host'>;

/**
 * Decides what counts as a second factor, wherever one is required or counted: an authenticator app, and passkeys that verify
 * their user. The room of passkeys later adds which passkeys are usable, so read it when it is used, not before.
 */
export interface SecondFactors {
  /** The default where no rule is set: accounts of this tier or a stronger one must have one; -1 for nobody. */
  readonly enrolTier: number;
  readonly countPasskeysOf: (host: string) => void;
  /** Whether a person has a second factor of any kind. */
  readonly has: (person: FactorsOfUser) => boolean;
  /** The opposite of `has`, for statements over `users`. */
  readonly lacking: () => RawBuilder<SqlBool>;
  /** People whose second factor is a passkey: usually few, and found by an index. */
  readonly byPasskeys: () => RawBuilder<SqlBool>;
}

export function secondFactors(enrolTier: number): SecondFactors {
  let passkeyHost: string | undefined;
  return {
    enrolTier,
    countPasskeysOf: (host) => {
      passkeyHost = host;
    },
    has: ({ two_factor_enabled_at, passkey_host }) =>
      two_factor_enabled_at !== null || (passkey_host !== null && passkey_host === passkeyHost),
    lacking: () =>
      passkeyHost === undefined
        ? sql`users.two_factor_enabled_at is null`
        : sql`users.two_factor_enabled_at is null and users.passkey_host is distinct from ${passkeyHost}`,
    byPasskeys: () =>
      passkeyHost === undefined
        ? sql`1 = 0`
        : sql`users.passkey_host = ${passkeyHost} and users.two_factor_enabled_at is null`,
  };
}
