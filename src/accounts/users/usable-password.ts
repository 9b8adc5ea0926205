import type { Account } from './user.ts';

/** What an account says about its password. */
export type StoredPassword = Pick<Account, 'password_hash' | 'password_given_at' | 'hash_renewed_at'>;

/**
 * Replaces a removed hash: the account keeps its status, and no password works. It has bcrypt's format, so that code that reads
 * costs or lengths still works; no known password matches.
 */
export const UNUSABLE_HASH = `$2b$04$${'.'.repeat(53)}`;

/**
 * Whether the hash came with an import and has not been renewed since. Other programs give bcrypt the password as it was typed, and
 * bcrypt ignores what follows 72 bytes; ours composes it and digests a long one first.
 */
export const isForeign = ({ password_given_at, hash_renewed_at }: StoredPassword): boolean =>
  password_given_at !== null && hash_renewed_at === null;

/** Whether a password can open the account. */
export const isUsable = (hash: string | null): hash is string => hash !== null && hash !== UNUSABLE_HASH;
