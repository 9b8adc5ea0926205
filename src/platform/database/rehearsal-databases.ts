import { hash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { withDatabase } from '../config/postgres-address.ts';
import type { Settings } from '../config/settings.ts';
import { Secret } from '../kernel/secret.ts';
import { withUndo } from '../kernel/with-undo.ts';
import { asPostgresClient } from './as-postgres-client.ts';

type StoreSettings = Pick<Settings, 'server' | 'storage'>;

/**
 * A rehearsal's database holds everybody, also the erased, decrypted for whoever has the secret. Its name says beside which database
 * it was made, and a lock there is held while it is used: what nobody holds was left by a killed run.
 */
const PREFIX = 'iskaznica_rehearsal_';

/** Provides a temporary empty store beside the configured one. */
export async function withEmptyStore<Result>(
  { storage, server }: StoreSettings,
  dataDir: string,
  work: (aside: StoreSettings) => Promise<Result>,
): Promise<Result> {
  const aside = { ...server, dataDir };
  const { databaseUrl } = storage;
  if (!databaseUrl) return work({ server: aside, storage });
  return asPostgresClient(databaseUrl, async (client) => {
    const name = `${await prefixBeside(client)}${randomBytes(6).toString('hex')}`;
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    return withUndo(
      () => asPostgresClient(databaseUrl, (another) => drop(another, name)),
      async () => {
        await client.query(`create database ${client.escapeIdentifier(name)}`);
        const url = new Secret(withDatabase(databaseUrl.reveal(), name));
        return work({ server: aside, storage: { ...storage, databaseUrl: url } });
      },
    );
  });
}

/** The databases that killed rehearsals beside this one left. */
export const listLeftDatabases = (settings: StoreSettings): Promise<string[]> => eachLeft(settings, async () => {});

/** Drops them, and returns their names. @throws the error of one that this role may not drop, after the others */
export async function dropLeftDatabases(settings: StoreSettings): Promise<string[]> {
  const failures: unknown[] = [];
  const left = await eachLeft(settings, (client, name) =>
    drop(client, name).catch((error: unknown) => void failures.push(error)),
  );
  if (failures.length > 0) throw failures[0];
  return left;
}

async function eachLeft(
  { storage: { databaseUrl, databasePooler } }: StoreSettings,
  work: (client: pg.Client, name: string) => Promise<void>,
): Promise<string[]> {
  // Where each statement may reach another session, a lock says nothing about who holds it.
  if (!databaseUrl || databasePooler === 'transaction') return [];
  return asPostgresClient(databaseUrl, async (client) => {
    const left: string[] = [];
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1) order by datname',
      [await prefixBeside(client)],
    );
    for (const { name } of rows) {
      const tried = await client.query<{ held: boolean }>('select pg_try_advisory_lock(hashtext($1)) as held', [name]);
      if (tried.rows[0]?.held !== true) continue;
      left.push(name);
      await work(client, name);
      await client.query('select pg_advisory_unlock(hashtext($1))', [name]);
    }
    return left;
  });
}

async function prefixBeside(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return `${PREFIX}${hash('sha256', rows[0]?.name ?? '', 'hex').slice(0, 12)}_`;
}

const drop = async (client: pg.Client, name: string): Promise<void> =>
  void (await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`));
