// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createTestStore } from '../../../test/support/test-store.ts';
import { appSchema } from '../../entry/app/app-schema.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { openService } from '../../entry/start/service.ts';
import type { Database } from './database.ts';
import { type Migrated, migrate } from './migrate.ts';
import type { MigrationStep, Sequence, Step } from './migrations.ts';
import { connect } from './open-database.ts';

const { steps: migrations, lateIndexes } = appSchema;
const NEWEST = Object.keys(migrations).at(-1) ?? '';

/** A store that a newer build has migrated by these steps. */
async function newerStore(t: TestContext, steps: Sequence) {
  const store = await createTestStore();
  t.after(() => store.remove());
  const settings = readSettings(store.env);
  const by = async (sequence: Sequence): Promise<Migrated> => {
    const { database, withMigrator } = await connect(settings);
    return withMigrator((migrator) => migrate(migrator, database.engine, { steps: sequence, lateIndexes })).finally(
      () => database.close(),
    );
  };
  await by(migrations);
  await by({ ...migrations, ...steps });
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const env = { SVC_ADMIN_EMAIL: 'glavna@example.hr', SVC_ADMIN_PASSWORD: 'mirno more plovi', SVC_BCRYPT_COST: '10' };
  return { by, lines, open: () => openService(readSettings({ ...store.env, ...env }), { log }) };
}

/** As a release adds: a column that may be empty, and a table. */
const adds: MigrationStep = async (db) => {
  await db.schema.alterTable('users').addColumn('nickname', 'text').execute();
  await db.schema.createTable('badges').addColumn('user_id', 'integer').execute();
};

test('the previous version serves from a schema to which a newer one has only added', async (t) => {
  const { by, lines, open } = await newerStore(t, { '9998-adds': { up: adds, oldest: NEWEST } });
  const service = await open();
  t.after(() => service.close());
  const payload = { email: 'glavna@example.hr', password: 'mirno more plovi' };
  const login = await service.server.inject({ method: 'POST', url: '/api/auth/login', payload });
  assert.equal(login.statusCode, 200, login.body);
  const token = login.json().access_token;
  const person = { email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić', role: 'member', tenant_id: 1 };
  const headers = { authorization: `Bearer ${token}` };
  const made = await service.server.inject({ method: 'POST', url: '/api/admin/users', payload: person, headers });
  assert.equal(made.statusCode, 201, made.body);
  assert.ok(lines.some((line) => line.includes('of a newer version') && line.includes('9998-adds')));
  // The newer one again, beside it: nothing is left to do, and nothing is in its way.
  const again = { '9998-adds': { up: adds, oldest: NEWEST } };
  assert.deepEqual(await by({ ...migrations, ...again }), { applied: [], ahead: [] });
});

test('a serving build continues without errors while a newer one adds columns', async (t) => {
  const { by, open } = await newerStore(t, {});
  const { server, close } = await open();
  t.after(close);
  const login = () => {
    const payload = { email: 'glavna@example.hr', password: 'mirno more plovi' };
    return server.inject({ method: 'POST', url: '/api/auth/login', payload });
  };
  const headers = { authorization: `Bearer ${(await login()).json().access_token}` };
  let made = 0;
  const acts = {
    me: () => server.inject({ url: '/api/auth/me', headers }),
    rename: () => server.inject({ method: 'PUT', url: '/api/auth/me', headers, payload: { ime: `Iva ${made}` } }),
    create: () => {
      const payload = { email: `nova${made++}@example.hr`, ime: 'A', prezime: 'B', role: 'member', tenant_id: 1 };
      return server.inject({ method: 'POST', url: '/api/admin/users', headers, payload });
    },
    login,
    list: () => server.inject({ url: '/api/admin/users', headers }),
  };
  // More concurrent calls than one connection handles, so that several have prepared each statement.
  const all = async () => {
    const answers = await Promise.all([1, 2, 3].flatMap(() => Object.values(acts).map((act) => act())));
    return answers.map((answer) => [answer.statusCode, answer.json().code]);
  };
  const usual = await all();
  assert.ok(usual.every(([status]) => status === 200 || status === 201));
  const steps: Record<string, Step> = {};
  for (const [index, table] of ['users', 'sign_ins', 'session_records', 'tenants', 'action_tokens'].entries()) {
    const add: MigrationStep = (db) => db.schema.alterTable(table).addColumn('next_release', 'text').execute();
    steps[`9998-${index}`] = { up: add, oldest: NEWEST };
    assert.deepEqual((await by({ ...migrations, ...steps })).applied, [`9998-${index}`]);
    assert.deepEqual(await all(), usual, table);
  }
});

test('a build that the schema shuts out says so, and changes nothing', async (t) => {
  const drops: MigrationStep = (db) => sql`drop table mails`.execute(db).then(() => {});
  for (const [name, step] of [
    ['silent', drops],
    ['contract', { up: drops, oldest: '9998-adds' }],
  ] as const) {
    const steps = { '9998-adds': { up: adds, oldest: NEWEST }, '9999-drops': step };
    const { by, open } = await newerStore(t, steps);
    const needed = name === 'silent' ? '9999-drops' : '9998-adds';
    await assert.rejects(
      open(),
      new RegExp(`database is newer than this program: .*9998-adds, 9999-drops.* know ${needed} .*Install the newer`),
    );
    assert.deepEqual(await by({ ...migrations, ...steps }), { applied: [], ahead: [] });
    if (name === 'contract') {
      const between = { ...migrations, '9998-adds': { up: adds, oldest: NEWEST } };
      assert.deepEqual(await by(between), { applied: [], ahead: ['9999-drops'] }, 'the release in between may');
    }
  }
});

test('applied steps leave a line in the log, and a start that applies none leaves none', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const linesOfStart = async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
    await (await openService(readSettings(store.env), { log })).close();
    return lines.filter((line) => line.includes('the schema was brought up to date'));
  };
  const [line = '{}', ...others] = await linesOfStart();
  const all = [...Object.keys(migrations), ...lateIndexes.map(({ name }) => name)];
  assert.deepEqual([JSON.parse(line).applied, others], [all, []]);
  assert.deepEqual(await linesOfStart(), []);
});

test('a new store has what later steps add, so that they are only noted', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const { database, withMigrator } = await connect(readSettings(store.env));
  t.after(() => database.close());
  const steps = { ...migrations, '9998-adds': { up: adds, oldest: NEWEST } };
  const schema = { steps, lateIndexes };
  const { applied } = await withMigrator((migrator) => migrate(migrator, database.engine, schema));
  assert.deepEqual(applied.slice(0, 2), [NEWEST, '9998-adds']);
  assert.equal(await isThere(database, 'badges'), false);
  const floors = await database.read.selectFrom('schema_floors').selectAll().orderBy('step').execute();
  assert.deepEqual(
    floors.map(({ step, oldest }) => [step, oldest]),
    [
      [NEWEST, NEWEST],
      ['9998-adds', NEWEST],
    ],
  );
});

const isThere = async ({ read }: Database, table: string): Promise<boolean> => {
  const asked = sql`select 1 from ${sql.table(table)}`.execute(read);
  return asked.then(
    () => true,
    () => false,
  );
};

test('a store of a build before 0.2.0 is refused in words, and nothing in it is changed', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const { database, withMigrator } = await connect(readSettings(store.env));
  t.after(() => database.close());
  const old: MigrationStep = async (db) => {
    await db.schema.createTable('schema_floors').addColumn('step', 'text').addColumn('oldest', 'text').execute();
  };
  const earlier = { '0001-ground': old, '0067-given-before': async () => {} };
  await withMigrator((migrator) => migrate(migrator, database.engine, { steps: earlier, lateIndexes: [] }));
  const refusal = /^Error: store\.unreleased: .*before release 0\.2\.0.*Begin with an empty one/;
  await assert.rejects(openService(readSettings(store.env), { log: pino({ level: 'silent' }) }), refusal);
  await assert.rejects(
    withMigrator((migrator) => migrate(migrator, database.engine, appSchema)),
    refusal,
  );
  assert.equal(await isThere(database, 'users'), false);
});
