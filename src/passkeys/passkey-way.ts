/** The name of this way in, as first proof and as second factor. */
export const PASSKEY_WAY = 'passkey';
