import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { copyTemplate, runOnServer } from './postgres-template.ts';
import { testDatabaseUrl } from './test-engine.ts';

/**
 * Empty migrated databases, used by one test after the other: emptying one takes a quarter of the time of copying and dropping it.
 * One that a test left otherwise than it found it, but for a few rows, is dropped.
 */
const unused: string[] = [];

after(async () => {
  for (const name of unused.splice(0)) await dropDatabase(name);
});

export async function takeDatabase(): Promise<string> {
  const known = unused.pop();
  if (known !== undefined) return known;
  return copied();
}

export async function returnDatabase(name: string): Promise<void> {
  if (await emptied(name)) unused.push(name);
  else await dropDatabase(name);
}

/** An empty one, without a schema. */
export async function createDatabase(): Promise<string> {
  const name = newName();
  await runOnServer(`create database ${name}`);
  return name;
}

async function copied(): Promise<string> {
  const name = newName();
  await copyTemplate(name);
  return name;
}

const newName = (): string => `iskaznica_test_${randomBytes(6).toString('hex')}`;

export const dropDatabase = (name: string): Promise<void> =>
  runOnServer(`drop database if exists ${name} with (force)`);

export function urlOf(name: string): string {
  const url = new URL(testDatabaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

const OURS = "relnamespace = 'public'::regnamespace";
/** Of a table without statistics PostgreSQL assumes ten pages. One with more, or with statistics, would have other plans. */
const MOST_BYTES = 10 * 8192;

/** Whatever else than rows a test may change, as one text. A copy has the ids of its template. */
const SHAPE = `
  select concat(
    (select string_agg(concat_ws(' ', oid, relname, relfilenode, relpages, reltuples), ',' order by oid) from pg_class where ${OURS}),
    (select string_agg(concat_ws(' ', oid, tgname, tgenabled), ',' order by oid) from pg_trigger),
    (select string_agg(concat_ws(' ', attrelid, attname, atttypid, attnotnull), ',' order by attrelid, attnum)
      from pg_attribute join pg_class on attrelid = pg_class.oid where ${OURS}),
    (select string_agg(concat_ws(' ', oid, conname), ',' order by oid) from pg_constraint),
    (select string_agg(concat_ws(' ', oid, proname), ',' order by oid) from pg_proc where pronamespace = 'public'::regnamespace),
    (select count(*) from pg_statistic join pg_class on starelid = pg_class.oid where ${OURS}),
    (select string_agg(nspname, ',' order by oid) from pg_namespace where nspname not like 'pg\\_%'),
    (select string_agg(concat(setconfig), ',') from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database()))) as shape,
    (select max(pg_relation_size(oid)) from pg_class where ${OURS} and relkind = 'r') <= ${MOST_BYTES} as is_small,
    (select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())::int as others`;

interface Fresh {
  readonly shape: string;
  /** Empties the tables and puts back the rows and numbers of a new store. */
  readonly renewal: string;
}

let fresh: Promise<Fresh> | undefined;

/** Whether it is as good as new now. @throws the engine's own error where a test left no database that can be asked */
async function emptied(name: string): Promise<boolean> {
  fresh ??= describeFresh();
  const { shape, renewal } = await fresh;
  return withDatabase(name, async (client) => {
    for (let tries = 0; tries < 20; tries++) {
      const { rows } = await client.query<{ shape: string; is_small: boolean; others: number }>(SHAPE);
      const [found] = rows;
      if (found?.shape !== shape || !found.is_small) return false;
      if (found.others === 0) {
        await client.query(renewal);
        return true;
      }
      await pause(5); // a connection that was just closed
    }
    return false;
  });
}

async function describeFresh(): Promise<Fresh> {
  const name = await copied();
  try {
    return await withDatabase(name, async (client) => {
      const list = async (query: string) => (await client.query<{ it: string }>(query)).rows.map(({ it }) => it);
      const shape = (await client.query<{ shape: string }>(SHAPE)).rows[0]?.shape ?? '';
      const tables = await list(`select oid::regclass::text as it from pg_class where ${OURS} and relkind = 'r'`);
      const kept: string[] = [];
      for (const table of tables) {
        const [rows] = await list(`select json_agg(row)::text as it from ${table} as row`);
        if (!rows) continue;
        const source = `json_populate_recordset(null::${table}, ${client.escapeLiteral(rows)})`;
        kept.push(`insert into ${table} overriding system value select * from ${source}`);
      }
      const numbers = await list(
        `select format('select setval(%L, %L, %L)', sequencename, coalesce(last_value, 1), last_value is not null) as it
         from pg_sequences where schemaname = 'public'`,
      );
      // Neither triggers of the journal nor references act on what is removed.
      const renewal = [
        'begin',
        'set local session_replication_role = replica',
        ...tables.map((table) => `delete from ${table}`),
        ...kept,
        ...numbers,
        'commit',
      ];
      return { shape, renewal: renewal.join(';\n') };
    });
  } finally {
    await dropDatabase(name);
  }
}

async function withDatabase<Result>(name: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: urlOf(name) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
