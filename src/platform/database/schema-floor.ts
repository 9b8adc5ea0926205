import { messageOf } from '../kernel/unchecked.ts';
import type { Db } from './database.ts';
import { defineTable, type TableOf, text } from './define-table.ts';
import type { MigrationDb, Sequence } from './migrations.ts';

/** For each step, the oldest build that may run on the schema afterwards: one that knows the step `oldest`. */
export const schemaFloorsTable = defineTable(
  'schema_floors',
  {
    step: text(),
    oldest: text(),
  },
  {
    key: 'step',
    clustered: true,
    personal: { nobody: 'the names of steps' },
  },
);

declare module './schema.ts' {
  interface Schema {
    schema_floors: TableOf<typeof schemaFloorsTable>;
  }
}

/** The schema belongs to a newer build, and its steps do not allow this build. */
class SchemaTooNew extends Error {
  constructor(ahead: readonly string[], needed: string) {
    super(
      `the database is newer than this program: it has the steps ${ahead.join(', ')}, and since then only programs that know ${needed} may run on it. ` +
        'Install the newer version again, or restore a backup from before the upgrade',
    );
  }
}

/** The store was made by a build of before 0.2.0, whose steps no release knows. */
class UnreleasedStore extends Error {
  constructor() {
    super(
      'store.unreleased: the database was made by a build of before release 0.2.0, and no release can bring it up to date. ' +
        'Begin with an empty one (another SVC_DATA_DIR or SVC_DATABASE_URL)',
    );
  }
}

/** Records the floor of a step, in the step's transaction. */
export async function raiseFloor(db: MigrationDb, step: string, oldest: string): Promise<void> {
  await db.insertInto('schema_floors').values({ step, oldest }).execute();
}

/** What distinguishes the schema of a store from that of this build. */
export interface StepsApart {
  /** Steps of this build that the store has not. */
  readonly pending: string[];
  /** Applied steps that this build does not know. */
  readonly ahead: string[];
}

/**
 * Compares the applied steps with those of this build. The previous version keeps working after a step that only adds, so that
 * a rolling upgrade can be undone.
 * @throws SchemaTooNew when a step that is ahead does not allow this build
 * @throws UnreleasedStore when it lacks the first step
 */
export async function compareSteps(reader: Db, sequence: Sequence): Promise<StepsApart> {
  const applied = await listApplied(reader);
  if (applied.length > 0 && !applied.includes(Object.keys(sequence)[0] ?? '')) throw new UnreleasedStore();
  const pending = Object.keys(sequence).filter((name) => !applied.includes(name));
  const ahead = applied.filter((name) => !Object.hasOwn(sequence, name));
  if (ahead.length > 0) await requireAllowed(reader, ahead, sequence);
  return { pending, ahead };
}

async function requireAllowed(reader: Db, ahead: readonly string[], sequence: Sequence): Promise<void> {
  const rows = await reader.selectFrom('schema_floors').selectAll().where('step', 'in', ahead).execute();
  const floors = new Map(rows.map(({ step, oldest }) => [step, oldest]));
  for (const step of ahead) {
    const oldest = floors.get(step) ?? step;
    if (!Object.hasOwn(sequence, oldest)) throw new SchemaTooNew(ahead, oldest);
  }
}

/** The applied steps; none in a store without a schema. */
async function listApplied(reader: Db): Promise<string[]> {
  const untyped = reader as unknown as MigrationDb; // Kysely's own table
  try {
    const rows = await untyped.selectFrom('migrations').select('name').orderBy('name').execute();
    return rows.map(({ name }) => String(name));
  } catch (error) {
    if (/no such table|relation "migrations" does not exist/.test(messageOf(error))) return [];
    throw error;
  }
}
