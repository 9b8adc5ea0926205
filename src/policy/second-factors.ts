import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { User } from '../users/user.ts';

export type FactorsOfUser = Pick<User, 'two_factor_enabled_at' | 'passkey_host'>;

/**
 * What counts as a second factor: an authenticator app, and passkeys that verify their user. Wherever one is demanded or
 * counted, this decides. The room of passkeys says which of them open anything, so read it late.
 */
export interface SecondFactors {
  /** The default where no rule is set: accounts of this tier or a stronger one must have one; -1 for nobody. */
  readonly enrolTier: number;
  readonly countPasskeysOf: (host: string) => void;
  /** Whether somebody has one of any kind. */
  readonly has: (person: FactorsOfUser) => boolean;
  /** The contrary, for statements over `users`. */
  readonly lacking: () => RawBuilder<SqlBool>;
  /** Of passkeys alone: usually few, and found by an index. */
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
