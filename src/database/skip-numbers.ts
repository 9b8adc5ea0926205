import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { engineOf } from './engine-of.ts';
import type { Schema } from './schema.ts';

/** Far more rows than come between a backup and its restore, and nothing of what a number can be (2^53). */
const SKIPPED = 1_000_000;

/**
 * Lets the numbers of a table's next rows begin far behind the last one: a store of an earlier time would hand out again
 * what it had given to others since.
 */
export async function skipNumbers(tx: Tx, table: keyof Schema): Promise<void> {
  if (engineOf(tx) === 'postgres') {
    const sequence = sql`pg_get_serial_sequence(${table}, 'id')::regclass`;
    await sql`select setval(${sequence}, nextval(${sequence}) + ${sql.lit(SKIPPED)})`.execute(tx);
    return;
  }
  const skip = sql`update sqlite_sequence set seq = seq + ${sql.lit(SKIPPED)} where name = ${table}`;
  const { numAffectedRows } = await skip.execute(tx);
  if (numAffectedRows !== 0n) return;
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${sql.lit(SKIPPED)})`.execute(tx); // it was always empty
}
