import { sql } from 'kysely';
import type { MigrationStep } from './columns.ts';

/** What erasures left behind until now. The journal of passwords notes nothing: no hash changes. */
export const leftOfErasures: MigrationStep = async (db) => {
  const erased = sql`select id from users where status = 'deleted' and email like 'erased-%@erased.invalid'`;
  await sql`update users set hash_renewed_at = null where hash_renewed_at is not null and id in (${erased})`.execute(
    db,
  );
  await sql`update sign_ins set methods = null where methods is not null and user_id in (${erased})`.execute(db);
  await sql`update mails set language = 'hr' where language <> 'hr' and to_address like 'erased-%@erased.invalid'`.execute(
    db,
  );
  await sql`
    update action_tokens set seed = 'erased-' || id, token_hash = 'erased-' || id where user_id in (${erased})`.execute(
    db,
  );
};
