import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { seconds } from '../kernel/durations.ts';
import type { TellProgress } from '../kernel/progress.ts';
import { buildIndexes, listMissing } from './build-indexes.ts';
import type { Db, Engine } from './database.ts';
import type { TableIndex } from './define-table.ts';
import type { Sequence } from './migrations.ts';
import type { Schema } from './schema.ts';
import { compareSteps, raiseFloor } from './schema-floor.ts';

/** How stores get the schema of this build. */
export interface StoreSchema {
  readonly steps: Sequence;
  readonly lateIndexes: readonly TableIndex[];
}

/** The result of migrating at start. */
export interface Migrated {
  /** Steps and indexes that it applied. */
  readonly applied: string[];
  /** Steps of a newer build, on whose schema this build may run. */
  readonly ahead: string[];
}

/**
 * Applies pending steps, each in one transaction, then builds missing indexes. Nodes that start together wait for each other
 * (advisory lock; SQLite's write lock). A schema that a newer build has changed is left as it is.
 * @throws SchemaTooNew if a newer build changed the schema so that this build may not run on it
 */
export async function migrate(
  writer: Kysely<Schema>,
  engine: Engine,
  { steps: sequence, lateIndexes }: StoreSchema,
  tell: TellProgress = () => {},
): Promise<Migrated> {
  const { pending, ahead } = await compareSteps(writer, sequence);
  if (ahead.length > 0) return { applied: [], ahead };
  if (pending.length === 0) return { applied: await buildIndexes(writer, engine, lateIndexes, tell), ahead };
  tell({ stage: 'Waiting for another process to migrate', done: 0, unit: 'steps' });
  const { error, results = [] } = await migrator(writer, engine, sequence, tell).migrateToLatest();
  if (error === undefined) {
    const built = await buildIndexes(writer, engine, lateIndexes, tell);
    return { applied: [...results.map(({ migrationName }) => migrationName), ...built], ahead: [] };
  }
  const overtaken = await compareSteps(writer, sequence); // a newer build began at the same moment
  if (overtaken.ahead.length > 0) return { applied: [], ahead: overtaken.ahead };
  throw error;
}

/** Whether `migrate` would do nothing, as it does at most starts. @throws SchemaTooNew as `migrate` does */
export async function isMigrated(reader: Db, engine: Engine, schema: StoreSchema): Promise<boolean> {
  const { pending, ahead } = await compareSteps(reader, schema.steps);
  return pending.length + ahead.length === 0 && (await listMissing(reader, engine, schema.lateIndexes)).length === 0;
}

/** Whether any step was ever applied. */
export const hasSchema = async (reader: Db, { steps }: StoreSchema): Promise<boolean> =>
  (await compareSteps(reader, steps)).pending.length < Object.keys(steps).length;

/**
 * A step may run as long as it needs but not wait long for a table lock: PostgreSQL queues locks, so every request
 * behind it would wait too. It then fails as a whole, and the next start retries.
 */
const LOCK_WITHIN = seconds(5);

function migrator(writer: Kysely<Schema>, engine: Engine, sequence: Sequence, tell: TellProgress): Migrator {
  const all = Object.entries(sequence);
  let isNew = false; // made by this run, with all that later steps add
  const steps = all.map(([name, step], done): [string, Migration] => [
    name,
    {
      up: async (db) => {
        tell({ stage: 'Migrating', done, total: all.length, unit: 'steps' });
        if (engine === 'postgres') await sql`set local lock_timeout = ${sql.lit(LOCK_WITHIN)}`.execute(db);
        const [up, oldest] = typeof step === 'function' ? [step, name] : [step.up, step.oldest];
        if (!isNew) await up(db, engine);
        isNew ||= done === 0;
        await raiseFloor(db, name, oldest);
      },
    },
  ]);
  return new Migrator({
    db: writer,
    provider: { getMigrations: async () => Object.fromEntries(steps) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });
}
