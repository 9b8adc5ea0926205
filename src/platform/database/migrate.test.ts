// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTestStore } from '../../../test/support/test-store.ts';
import { appSchema } from '../../entry/app/app-schema.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { seconds } from '../kernel/durations.ts';
import type { ProgressReport } from '../kernel/progress.ts';
import type { TableIndex } from './define-table.ts';
import { migrate } from './migrate.ts';
import type { MigrationStep, Sequence } from './migrations.ts';
import { connect } from './open-database.ts';

/** What a later release of this build would have. */
const withSteps = (steps: Sequence) => ({ ...appSchema, steps: { ...appSchema.steps, ...steps } });

test('the timeouts of requests do not apply to a migration, and nodes that start meanwhile wait for it', {
  timeout: 120_000,
}, async (t) => {
  const store = await createTestStore('postgres', { migrated: true });
  t.after(() => store.remove());
  const settings = readSettings(store.env);
  let runs = 0;
  const slow: MigrationStep = async (db) => {
    runs += 1;
    await sql`select pg_sleep(13)`.execute(db); // longer than the statement timeout of requests, on both sides
    await sql`create table slowly_made (id bigint)`.execute(db);
  };
  const schema = withSteps({ '9999-slow': slow });
  const begun = performance.now();
  const [one, other] = await Promise.all([connect(settings), connect(settings)]);
  t.after(() => Promise.all([one.database.close(), other.database.close()]));
  const applied = await Promise.all(
    [one, other].map(({ withMigrator }) => withMigrator((migrator) => migrate(migrator, 'postgres', schema))),
  );
  assert.deepEqual(
    applied.flatMap((one) => one.applied),
    ['9999-slow'],
  );
  assert.equal(runs, 1);
  assert.ok(performance.now() - begun >= seconds(13));
  const { rows } = await sql<{ made: string | null }>`select to_regclass('slowly_made')::text as made`.execute(
    one.database.read,
  );
  assert.equal(rows[0]?.made, 'slowly_made');
});

test('a migration that cannot lock a table soon fails as a whole, before requests queue behind it', {
  timeout: 60_000,
}, async (t) => {
  const store = await createTestStore('postgres', { migrated: true });
  t.after(() => store.remove());
  const { database, withMigrator } = await connect(readSettings(store.env));
  t.after(() => database.close());
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const holding = database.transaction(async (tx) => {
    await sql`lock table users in access share mode`.execute(tx);
    await held;
  });
  await pause(100);
  const alter: MigrationStep = (db) => db.schema.alterTable('users').addColumn('needless', 'text').execute();
  const migrating = withMigrator((migrator) => migrate(migrator, 'postgres', withSteps({ '9999-alter': alter })));
  await assert.rejects(migrating, /lock timeout/);
  letGo();
  await holding;
  const again = await withMigrator((migrator) => migrate(migrator, 'postgres', withSteps({ '9999-alter': alter })));
  assert.deepEqual(again.applied, ['9999-alter']);
});

const BY_AGENT: TableIndex = { name: 'audit_records__by_agent', table: 'audit_records', columns: 'user_agent, id' };
const WITH_INDEX = { ...appSchema, lateIndexes: [BY_AGENT] };

test('an index is built while others write, and nodes that start together build it once', {
  timeout: 60_000,
}, async (t) => {
  const store = await createTestStore('postgres', { migrated: true });
  t.after(() => store.remove());
  const settings = readSettings(store.env);
  const [one, other] = await Promise.all([connect(settings), connect(settings)]);
  t.after(() => Promise.all([one.database.close(), other.database.close()]));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const open = Promise.withResolvers<void>();
  const writing = one.database.transaction(async (tx) => {
    await sql`lock table audit_records in row exclusive mode`.execute(tx); // what every writer holds
    open.resolve();
    await held;
  });
  await open.promise;
  const stages = new Set<string>();
  const tell = ({ stage }: ProgressReport) => stages.add(stage);
  const building = [one, other].map(({ withMigrator }) =>
    withMigrator((migrator) => migrate(migrator, 'postgres', WITH_INDEX, tell)),
  );
  await pause(500);
  const begun = performance.now();
  await one.database.transaction((tx) => sql`lock table audit_records in row exclusive mode`.execute(tx));
  assert.ok(performance.now() - begun < 1000, 'a writer does not queue behind the builder');
  letGo();
  await writing;
  const built = (await Promise.all(building)).flatMap(({ applied }) => applied);
  assert.deepEqual(built, [BY_AGENT.name]);
  assert.ok(stages.has('Waiting for another process to build indexes'));
});

test('an index whose build was interrupted is built anew at the next start', { timeout: 60_000 }, async (t) => {
  const store = await createTestStore('postgres', { migrated: true });
  t.after(() => store.remove());
  const { database, withMigrator } = await connect(readSettings(store.env));
  t.after(() => database.close());
  const name = sql.ref(BY_AGENT.name);
  const state = () =>
    sql<{ valid: boolean }>`select indisvalid as valid from pg_index where indexrelid = ${BY_AGENT.name}::regclass`
      .execute(database.read)
      .then(({ rows }) => rows);
  await sql`create index ${name} on audit_records (user_agent, id)`.execute(database.read);
  await sql`update pg_index set indisvalid = false where indexrelid = ${BY_AGENT.name}::regclass`.execute(
    database.read,
  );
  assert.deepEqual(await state(), [{ valid: false }]);
  const again = () => withMigrator((migrator) => migrate(migrator, 'postgres', WITH_INDEX));
  assert.deepEqual((await again()).applied, [BY_AGENT.name]);
  assert.deepEqual(await state(), [{ valid: true }]);
  assert.deepEqual((await again()).applied, []);
});

test('on SQLite a late index is built in one statement', async (t) => {
  const store = await createTestStore('sqlite');
  t.after(() => store.remove());
  const { database, withMigrator } = await connect(readSettings(store.env));
  t.after(() => database.close());
  const build = () => withMigrator((migrator) => migrate(migrator, 'sqlite', WITH_INDEX));
  assert.equal((await build()).applied.at(-1), BY_AGENT.name);
  assert.deepEqual((await build()).applied, []);
});
