import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import { startTestService } from '../support/test-service.ts';

/** Columns that contain, or may contain, personal data. */
const PERSONAL =
  /^(.*_)?(user_id|email|ip|user_agent|(\w+_)?name|ime|prezime|telefon|phone|oib|address|subject|picture|avatar_url|params|actor_id)$|^(actor_email|new_email|to_address|created_by|asked_by|requested_by|decided_by|guest_hash)$/;

/** Tables with such a column but without a contributor, and why. */
const REASONS: Readonly<Record<string, string>> = {
  tenants: 'the name of a federation or club is no person’s',
  tenant_logos: 'the name of a picture',
  application_logos: 'the name of a picture',
  identity_providers: 'the name that an issuer is known by',
  identity_provider_counts: 'how many issuers there are',
  guards: 'the name of a rule',
  leases: 'the name of a job, and a random name of a process',
  watched_clocks: 'the name of a job, and instants',
  migrations: 'the name of a step',
  migrations_lock: 'one row of the migrator',
};

interface Column {
  readonly table: string;
  readonly column: string;
}

async function columnsOf({ engine, read }: Database): Promise<Column[]> {
  const query =
    engine === 'sqlite'
      ? sql<Column>`select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite%'`
      : sql<Column>`select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`;
  return (await query.execute(read)).rows;
}

async function tablesReferringToUsers({ engine, read }: Database): Promise<string[]> {
  const query =
    engine === 'sqlite'
      ? sql<{
          name: string;
        }>`select distinct m.name from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table' and f."table" = 'users'`
      : sql<{
          name: string;
        }>`select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'users'::regclass`;
  return (await query.execute(read)).rows.map(({ name }) => name);
}

test('every table with personal data has a contributor, or a reason why not', async (t) => {
  const { database, privacy } = await startTestService(t);
  const columns = await columnsOf(database);
  const all = new Set(columns.map(({ table }) => table));
  const personal = new Set([
    ...columns.filter(({ column }) => PERSONAL.test(column)).map(({ table }) => table),
    ...(await tablesReferringToUsers(database)),
  ]);
  assert.ok(personal.has('users') && personal.has('session_records') === false && personal.has('mails'));
  const owned = privacy.contributors.flatMap(({ tables }) => Object.keys(tables));
  const orphans = [...personal].filter((table) => !owned.includes(table) && REASONS[table] === undefined);
  assert.deepEqual(orphans, [], 'give each to a contributor in src/entry/app/declarations.ts, or a reason here');
  assert.deepEqual(
    owned.filter((table) => !all.has(table)),
    [],
    'a contributor names a table that is not there',
  );
  assert.equal(new Set(owned).size, owned.length, 'a table has two contributors');
  assert.deepEqual(
    Object.keys(REASONS).filter((table) => owned.includes(table) || !all.has(table)),
    [],
    'a reason is not needed',
  );
});

test('every contributor describes its data, and all parts of an export have different names', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson();
  const names: string[] = [];
  for (const { room, description, exportOf } of service.privacy.contributors) {
    assert.ok(description.holds !== '' && description.erased !== '', room);
    names.push(...Object.keys(await exportOf(service.database.read, id)));
  }
  assert.equal(new Set(names).size, names.length, names.join(' '));
  const rooms = service.privacy.contributors.map(({ room }) => room);
  assert.equal(new Set(rooms).size, rooms.length);
});
