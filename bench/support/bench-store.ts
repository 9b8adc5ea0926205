import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Engine } from '../../src/platform/database/database.ts';

/** The address of PostgreSQL. */
const SERVER_URL = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

/** Issuer of the tokens, which are made before the service has its port. */
const PUBLIC_URL = 'http://127.0.0.1:8080';

/** A temporary store of one engine, removed after the run. */
export interface BenchStore {
  readonly engine: Engine;
  readonly dataDir: string;
  /** Only on PostgreSQL. */
  readonly databaseUrl?: string;
  /** Settings of a service on this store. */
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

export async function createBenchStore(engine: Engine): Promise<BenchStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'iskaznica-bench-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  const SVC_SECRET = randomBytes(48).toString('base64url');
  const env = { SVC_DATA_DIR: dataDir, SVC_PUBLIC_URL: PUBLIC_URL, SVC_SECRET };
  if (engine === 'sqlite') return { engine, dataDir, env, remove: async () => removeFolder() };
  const name = `iskaznica_bench_${randomBytes(6).toString('hex')}`;
  await onServer((client) => client.query(`create database ${name}`));
  const databaseUrl = Object.assign(new URL(SERVER_URL), { pathname: `/${name}` }).href;
  const remove = async () => {
    removeFolder();
    await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { engine, dataDir, databaseUrl, env: { ...env, SVC_DATABASE_URL: databaseUrl }, remove };
}

export const isPostgresReachable = (): Promise<boolean> => onServer(async () => true).catch(() => false);

async function onServer<Result>(act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: SERVER_URL, connectionTimeoutMillis: 2000 });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
