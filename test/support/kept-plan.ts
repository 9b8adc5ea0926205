import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

/**
 * The plan that PostgreSQL keeps for a prepared statement, whatever its values.
 * @param types of its parameters, as PostgreSQL names them
 */
export const keptPlan = (
  { transaction }: Pick<Database, 'transaction'>,
  text: string,
  types: readonly string[],
): Promise<string> =>
  transaction(async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    await sql.raw(`prepare kept (${types.join(', ')}) as ${text}`).execute(tx);
    const values = types.map((type) => `null::${type}`).join(', ');
    const { rows } = await sql<Record<string, string>>`explain execute kept (${sql.raw(values)})`.execute(tx);
    await sql`deallocate kept`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
