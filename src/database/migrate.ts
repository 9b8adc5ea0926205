import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { seconds } from '../kernel/durations.ts';
import type { Engine } from './database.ts';
import { migrations } from './migrations/sequence.ts';
import type { Schema } from './schema.ts';

/**
 * Applies what is missing, each step whole or not at all. Nodes that start together wait for one another (advisory lock;
 * SQLite's write lock). Returns the names of the steps applied.
 */
export async function migrate(writer: Kysely<Schema>, engine: Engine, sequence = migrations): Promise<string[]> {
  const { error, results = [] } = await migrator(writer, engine, sequence).migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/** The steps that are still to come, without taking them. */
export async function listPendingSteps(writer: Kysely<Schema>, engine: Engine): Promise<string[]> {
  const steps = await migrator(writer, engine).getMigrations();
  return steps.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

/**
 * A step may take as long as it needs, but not wait long for a table: whoever comes after it would wait too, and that is
 * every request (PostgreSQL queues locks). It fails then, whole, and the next start tries again.
 */
const LOCK_WITHIN = seconds(5);

function migrator(writer: Kysely<Schema>, engine: Engine, sequence = migrations): Migrator {
  const steps = Object.entries(sequence).map(([name, step]): [string, Migration] => [
    name,
    {
      up: async (db) => {
        if (engine === 'postgres') await sql`set local lock_timeout = ${sql.lit(LOCK_WITHIN)}`.execute(db);
        await step(db, engine);
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
