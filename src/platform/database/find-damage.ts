import { sql } from 'kysely';
import type { Database } from './database.ts';

/** What is damaged in the file of an embedded store, for people. Reads all of it but compares no index. A server has tools of its own. */
export async function findDamage({
  engine,
  bulkRead,
}: Pick<Database, 'engine' | 'bulkRead'>): Promise<string | undefined> {
  if (engine === 'postgres') return undefined;
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(bulkRead);
  const [found] = rows.map((row) => row.quick_check);
  return found === undefined || found === 'ok' ? undefined : `the database is damaged: ${found}. Restore a backup`;
}
