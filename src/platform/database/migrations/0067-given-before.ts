import { sql } from 'kysely';
import type { MigrationStep } from './columns.ts';

const UNUSABLE_HASH = `$2b$04$${'.'.repeat(53)}`;

/**
 * Marks the passwords that imports brought before `0046-given-passwords`, where nobody can have chosen another: the account has
 * never been changed, or the hash has a prefix that this service does not write.
 */
export const givenBefore: MigrationStep = async (db) => {
  await sql`
    update users set password_given_at = created_at
    where password_given_at is null and hash_renewed_at is null
      and password_hash is not null and password_hash <> ${UNUSABLE_HASH}
      and (updated_at = created_at or substr(password_hash, 1, 4) <> '$2b$')
      and id in (select user_id from import_rows where outcome = 'created' and user_id is not null)`.execute(db);
};
