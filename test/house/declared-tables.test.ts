// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { tables } from '../../src/entry/app/app-schema.ts';
import { journalledStates, retentionRules } from '../../src/entry/app/declarations.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { partsOf } from '../../src/platform/database/personal-data.ts';
import { ruleOf } from '../../src/privacy/personal-data/describe-data.ts';
import { startTestService } from '../support/test-service.ts';

/** The migrator's own. */
const OTHERS = ['migrations', 'migrations_lock'];

/** `table.column type null` of every column that there is. */
async function columnsThere({ engine, read }: Database): Promise<string[]> {
  const query =
    engine === 'sqlite'
      ? sql<{
          line: string;
        }>`select m.name || '.' || c.name || ' ' || lower(c.type) || iif(c."notnull" or c.pk, '', ' null') as line
          from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite%'`
      : sql<{
          line: string;
        }>`select table_name || '.' || column_name || ' ' || replace(data_type, 'bigint', 'integer') || case is_nullable when 'YES' then ' null' else '' end as line
          from information_schema.columns where table_schema = 'public'`;
  const lines = (await query.execute(read)).rows.map(({ line }) => line);
  return lines.filter((line) => !OTHERS.includes(line.split('.')[0] ?? '')).sort();
}

/** Names of the indexes that were asked for, and of the triggers. */
async function namesThere({ engine, read }: Database): Promise<string[]> {
  const query =
    engine === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_master where type in ('index', 'trigger') and name not like 'sqlite%'`
      : sql<{
          name: string;
        }>`select relname as name from pg_class join pg_index on indexrelid = pg_class.oid
          where relnamespace = 'public'::regnamespace and not exists (select 1 from pg_constraint where conindid = pg_class.oid and contype in ('p', 'u'))
          union all select tgname from pg_trigger where not tgisinternal`;
  return (await query.execute(read)).rows.map(({ name }) => name).sort();
}

test('a store has what is declared: each column with its type, each index and each trigger', async (t) => {
  const { database } = await startTestService(t);
  const declared = tables.flatMap(({ name, columns, key }) =>
    Object.entries(columns).map(([column, { facts }]) => {
      const type = facts.type === 'json' ? 'text' : facts.type === 'id' ? 'integer' : facts.type;
      return `${name}.${column} ${type}${facts.isNullable && !key.includes(column) ? ' null' : ''}`;
    }),
  );
  assert.deepEqual(await columnsThere(database), declared.sort());
  const names = tables.flatMap(({ name, indexes, journal, endsWith, follows }) => [
    ...indexes.map((index) => index.name),
    ...journal.map(({ of, kind }) => `${name}__${of === 'removal' ? 'removed' : kind}`),
    ...(endsWith === undefined ? [] : [`${endsWith.parent}__ended`]),
    ...follows.map((following) => `${name}__${following.name}`),
  ]);
  assert.deepEqual(await namesThere(database), names.sort());
});

test('every kind of change that a trigger notes is a state of the journal, and the other way round', () => {
  const noted = new Set(tables.flatMap(({ journal }) => journal.map(({ kind }) => kind)));
  assert.deepEqual([...noted].sort(), [...new Set(journalledStates.map(({ kind }) => kind))].sort());
});

test('a table with rows of a person is exported and erased by one room, and what it names is there', async (t) => {
  const { privacy } = await startTestService(t);
  const contributed = privacy.contributors.flatMap((one) => one.tables);
  const personal = tables.filter((table) => !('nobody' in table.personal));
  assert.deepEqual(
    personal.filter((table) => !contributed.includes(table)).map(({ name }) => name),
    [],
    'no room contributes it',
  );
  const parts = new Map(privacy.contributors.flatMap(partsOf));
  for (const { kept } of parts.values()) if (typeof kept !== 'string') assert.ok(ruleOf(kept, retentionRules));
  for (const { name, columns } of personal)
    for (const [column, { facts }] of Object.entries(columns)) {
      const [, part] = facts.personal?.export.match(/^(?:in|from) (\w+)/) ?? [];
      assert.ok(part === undefined || parts.has(part), `${name}.${column} is in ${part}, which no table has`);
    }
});
