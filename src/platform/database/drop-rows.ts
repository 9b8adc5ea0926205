import { sql } from 'kysely';
import type { Instant } from '../kernel/clock.ts';
import type { Tx } from './database.ts';
import type { Table } from './define-table.ts';

/**
 * What a rule of retention does to rows that go by their age alone.
 * @param column the instant from which they are kept; rows where it is null stay
 * @returns a function that removes the rows from before an instant, `most` of them at a time, and says how many it removed
 */
export function dropRowsBefore<Declared extends Table>(table: Declared, column: keyof Declared['columns'] & string) {
  const rows = sql.table(table.name);
  const key = sql.join(table.key.map((name) => sql.ref(name)));
  return async (tx: Tx, before: Instant, most: number): Promise<number> => {
    const old = sql`select ${key} from ${rows} where ${sql.ref(column)} < ${before} limit ${most}`;
    const { numAffectedRows } = await sql`delete from ${rows} where (${key}) in (${old})`.execute(tx);
    return Number(numAffectedRows);
  };
}
