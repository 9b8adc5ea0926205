/**
 * Replaces a removed hash: the account keeps its status, and no password opens it. In bcrypt's format, so that whatever
 * reads costs or lengths can read it; no known password matches.
 */
export const UNUSABLE_HASH = `$2b$04$${'.'.repeat(53)}`;

/** Whether a password can open the account. */
export const isUsable = (hash: string | null): hash is string => hash !== null && hash !== UNUSABLE_HASH;
