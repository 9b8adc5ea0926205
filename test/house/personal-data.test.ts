// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { tables } from '../../src/entry/app/app-schema.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { startTestService } from '../support/test-service.ts';

/** Columns that contain, or may contain, personal data. */
const PERSONAL =
  /^(.*_)?(user_id|email|ip|user_agent|(\w+_)?name|ime|prezime|telefon|phone_digits|oib|address|subject|picture|avatar_url|params|actor_id)$|^(actor_email|new_email|to_address|created_by|asked_by|requested_by|decided_by|guest_hash)$/;

/** The migrator's own, with the name of a step. */
const MIGRATOR = ['migrations', 'migrations_lock'];

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

test('every table with personal data has a contributor, or says why it is nobody’s', async (t) => {
  const { database, privacy } = await startTestService(t);
  const columns = await columnsOf(database);
  const all = new Set(columns.map(({ table }) => table));
  const personal = new Set([
    ...columns.filter(({ column }) => PERSONAL.test(column)).map(({ table }) => table),
    ...(await tablesReferringToUsers(database)),
  ]);
  assert.ok(personal.has('users') && personal.has('session_records') === false && personal.has('mails'));
  const owned = privacy.contributors.flatMap(({ tables }) => tables.map(({ name }) => name));
  const nobodys = tables.filter((table) => 'nobody' in table.personal).map(({ name }) => name);
  const orphans = [...personal].filter((table) => ![...owned, ...nobodys, ...MIGRATOR].includes(table));
  assert.deepEqual(orphans, [], 'declare each in its room, with what is done with it or why it is nobody’s');
  assert.deepEqual(
    owned.filter((table) => !all.has(table)),
    [],
    'a contributor names a table that is not there',
  );
  assert.equal(new Set(owned).size, owned.length, 'a table has two contributors');
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
