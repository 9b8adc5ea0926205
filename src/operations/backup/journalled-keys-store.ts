import type { Db } from '../../platform/database/database.ts';

/** Keys by name, revoked or not. */
export const listKeys = (db: Db, kids: readonly string[]) =>
  db.selectFrom('data_keys').select(['kid', 'public_key', 'revoked_at']).where('kid', 'in', kids).execute();
