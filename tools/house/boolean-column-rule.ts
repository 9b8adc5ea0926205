import { forbiddenCodeRule } from './forbidden-code.ts';

/** SQLite has no booleans and `node:sqlite` does not bind them; the instant when something became true says more than a flag. */
export const booleanColumnRule = forbiddenCodeRule({
  name: 'boolean-columns',
  message: 'no boolean columns: store the instant when it became true',
  pattern: /(['"`])\s*bool(?:ean)?\b[^'"`\n]*\1|\bsql\s*`[^`]*\bbool(?:ean)?\b[^`]*`/gi,
  within: 'program',
  appliesTo: (path) => path.startsWith('src/platform/database/migrations'),
});
