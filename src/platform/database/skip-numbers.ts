import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { engineOf } from './each-engine.ts';
import type { Schema } from './schema.ts';

/** Far more than the rows created between a backup and its restore, and little compared to the largest id (2^53). */
const SKIPPED = 1_000_000;

/**
 * Makes a table's next ids begin far above the last one: a restored store would otherwise assign ids again that were already
 * used after the backup.
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
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${sql.lit(SKIPPED)})`.execute(tx); // the table was always empty
}
