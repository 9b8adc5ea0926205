import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** In the keys that names sort by, what ends the surname and what stands for a space or hyphen in it change places. */
export async function hyphenatedNames(db: MigrationDb): Promise<void> {
  const swapped = sql`replace(replace(replace(sort_key, '!', '|'), ' ', '!'), '|', ' ')`;
  await sql`update users set sort_key = ${swapped}`.execute(db);
}
