import type { ReadColumn } from './import-columns.ts';

const PASSWORD_HASH = /\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}/g;
const HIDDEN = '•••';

/**
 * A cell without password hashes, which are never shown, not even to the importer of the file. Of their own column nothing is: what
 * is no valid hash may be a password.
 */
export const hideHashes = (cell: string, column: ReadColumn | undefined): string =>
  column?.field === 'password_hash' && cell.trim() !== '' ? HIDDEN : cell.replaceAll(PASSWORD_HASH, HIDDEN);
