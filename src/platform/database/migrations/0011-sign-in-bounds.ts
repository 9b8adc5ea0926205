import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** The stored bcrypt costs as an index: every password check takes as long as one of the highest. */
export async function signInBounds(db: MigrationDb): Promise<void> {
  const costs = db.schema.createIndex('users__password_cost').on('users').expression(sql`substr(password_hash, 5, 2)`);
  await costs.where(sql.ref('password_hash'), 'is not', null).execute();
}
