/**
 * Stands in the place of a hash that was taken away: the account keeps its status, and no password opens it. Of bcrypt's
 * form, so that whatever reads costs or lengths of hashes reads this too; its digest is that of no known password.
 */
export const UNUSABLE_HASH = `$2b$04$${'.'.repeat(53)}`;

/** Whether there is a password that opens the account. */
export const isUsable = (hash: string | null): hash is string => hash !== null && hash !== UNUSABLE_HASH;
