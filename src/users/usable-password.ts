/**
 * Replaces a removed hash: the account keeps its status, and no password works. It has bcrypt's format, so that code that reads
 * costs or lengths still works; no known password matches.
 */
export const UNUSABLE_HASH = `$2b$04$${'.'.repeat(53)}`;

/** Whether a password can open the account. */
export const isUsable = (hash: string | null): hash is string => hash !== null && hash !== UNUSABLE_HASH;
