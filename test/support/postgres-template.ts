import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openAppStore } from '../../src/entry/app/app-schema.ts';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { migrationsDigest } from './migrations-digest.ts';
import { testDatabaseUrl } from './test-engine.ts';

const PREFIX = 'iskaznica_template_';
const LOCK = 4_815_162_342;
/** Of other migrations: two checkouts may be tested concurrently. */
const KEPT = 12;
const SECRET = 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u';

let made: Promise<string> | undefined;

/** An empty migrated database. Copying it is twice as fast as migrating. */
function templateDatabase(): Promise<string> {
  made ??= findOrMakeTemplate(`${PREFIX}${migrationsDigest()}`);
  return made;
}

/**
 * A new copy of it, file by file, which takes half the time: PostgreSQL 15 logs each block unless told otherwise, earlier ones
 * know no strategy. A run with other migrations may have dropped ours; then it is recreated.
 */
export async function copyTemplate(name: string): Promise<void> {
  const copy = () =>
    withServer(async (client) => {
      const { rows } = await client.query(
        `select current_setting('server_version_num')::int >= 150000 as has_strategy`,
      );
      const strategy = rows[0].has_strategy ? 'strategy file_copy' : '';
      await client.query(`create database ${name} template ${await templateDatabase()} ${strategy}`);
    });
  await copy().catch(() => {
    made = undefined;
    return copy();
  });
}

/** Runs one statement on the server's maintenance database. */
export async function runOnServer(statement: string): Promise<void> {
  await withServer(async (client) => void (await client.query(statement)));
}

async function withServer<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: testDatabaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const findOrMakeTemplate = (name: string): Promise<string> =>
  withServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]); // test files run concurrently; the first one creates it
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname like '${PREFIX}%' order by oid desc`,
    );
    if (rows.some(({ datname }) => datname === name)) return name;
    for (const { datname } of rows.slice(KEPT))
      await client.query(`drop database if exists ${datname}`).catch(() => {});
    const unfinished = `iskaznica_test_${randomBytes(6).toString('hex')}`;
    await client.query(`create database ${unfinished}`);
    const url = new URL(testDatabaseUrl);
    url.pathname = `/${unfinished}`;
    const database = await openAppStore(readSettings({ SVC_DATABASE_URL: url.href, SVC_SECRET: SECRET }));
    await database.close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  });
