import type { Column, ReadColumn } from './import-columns.ts';

/** The forms that `read-hash.ts` reads, and whatever begins like one of them. */
const PASSWORD_HASH =
  /(?:\$(?:2[aby]|argon2[a-z]*|scrypt|pbkdf2[\w-]*|[PH]|wp|fbscrypt|f1)|\b(?:bcrypt|bcrypt_sha256|pbkdf2_\w+|scrypt|argon2))\$[^\s"]{16,}/g;
const HIDDEN = '•••';

/** The secret of an authenticator app. */
const OTPAUTH = /otpauth:\/\/[^\s"]*/gi;
const SECRET_COLUMNS: readonly (Column | null | undefined)[] = ['password_hash', 'totp'];

/**
 * A cell without password hashes and secrets of authenticator apps, which are never shown, not even to the importer of the file. Of
 * their own columns nothing is: what is no valid hash may be a password.
 */
export const hideHashes = (cell: string, column: ReadColumn | undefined): string =>
  SECRET_COLUMNS.includes(column?.field) && cell.trim() !== ''
    ? HIDDEN
    : withoutCredential(cell).replaceAll(PASSWORD_HASH, HIDDEN).replaceAll(OTPAUTH, HIDDEN);

/** Without what Keycloak writes of a password. Found without a pattern: one that looks for it from each brace takes seconds on a cell of braces. */
function withoutCredential(cell: string): string {
  const at = cell.indexOf('{');
  return at >= 0 && cell.includes('"secretData"', at) ? cell.slice(0, at) + HIDDEN : cell;
}
