import type { Kysely } from 'kysely';
import { messageOf } from '../kernel/caught-error.ts';
import type { MigrationDb, Step } from './migrations/columns.ts';
import type { Schema } from './schema.ts';

declare module './schema.ts' {
  interface Schema {
    /** For each step, the oldest build that may run on the schema afterwards: one that knows the step `oldest`. */
    schema_floors: { readonly step: string; readonly oldest: string };
  }
}

/** The step that creates the table. Earlier steps have no row. */
const FIRST = '0036-running';

/** The schema belongs to a newer build, and its steps do not allow this build. */
class SchemaTooNew extends Error {
  constructor(ahead: readonly string[], needed: string) {
    super(
      `the database is newer than this program: it has the steps ${ahead.join(', ')}, and since then only programs that know ${needed} may run on it. ` +
        'Install the newer version again, or restore a backup from before the upgrade',
    );
  }
}

/** Records the floor of a step, in the step's transaction. */
export async function noteFloor(db: MigrationDb, step: string, oldest: string): Promise<void> {
  if (step < FIRST) return;
  await db.insertInto('schema_floors').values({ step, oldest }).execute();
}

/**
 * Applied steps that this build does not know. The previous version keeps working after a step that only adds, so that a
 * rolling upgrade can be undone.
 * @throws SchemaTooNew when one of them does not allow this build
 */
export async function listStepsAhead(
  writer: Kysely<Schema>,
  sequence: Readonly<Record<string, Step>>,
): Promise<string[]> {
  const ahead = (await listApplied(writer)).filter((name) => !Object.hasOwn(sequence, name));
  if (ahead.length === 0) return [];
  const rows = await writer.selectFrom('schema_floors').selectAll().where('step', 'in', ahead).execute();
  const floors = new Map(rows.map(({ step, oldest }) => [step, oldest]));
  for (const step of ahead) {
    const oldest = floors.get(step) ?? step;
    if (!Object.hasOwn(sequence, oldest)) throw new SchemaTooNew(ahead, oldest);
  }
  return ahead;
}

/** The applied steps; none in a store without a schema. */
async function listApplied(writer: Kysely<Schema>): Promise<string[]> {
  const untyped = writer as unknown as MigrationDb; // Kysely's own table
  try {
    const rows = await untyped.selectFrom('migrations').select('name').orderBy('name').execute();
    return rows.map(({ name }) => String(name));
  } catch (error) {
    if (/no such table|relation "migrations" does not exist/.test(messageOf(error))) return [];
    throw error;
  }
}
