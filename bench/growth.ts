import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Growth, seedGrowth } from '../tools/seed-growth.ts';
import { compareStores, type GrownStore } from './growth-probes.ts';
import { growthTable } from './growth-table.ts';

/**
 * Typical queries at two store sizes: p95 of each and the ratio (target: at most 2). `npm run bench -- growth --users
 * 10000,1000000 --records 100000,10000000 --engine sqlite,postgres`
 */
const SECRET = 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u';

/** Creates a store of that size, and returns how to remove it. */
async function seedStore(engine: string, growth: Growth): Promise<GrownStore & { remove: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'iskaznica-growth-'));
  const name = `iskaznica_growth_${process.pid}_${growth.users}`;
  const server = 'postgres://root@127.0.0.1:5432';
  const env = {
    SVC_DATA_DIR: dataDir,
    SVC_SECRET: SECRET,
    SVC_LOG_LEVEL: 'silent',
    ...(engine === 'postgres' ? { SVC_DATABASE_URL: `${server}/${name}` } : {}),
  };
  const remove = async () => {
    rmSync(dataDir, { recursive: true, force: true });
    if (engine === 'postgres') await onServer(`${server}/postgres`, `drop database if exists ${name} with (force)`);
  };
  if (engine === 'postgres') await onServer(`${server}/postgres`, `create database ${name}`);
  try {
    const begun = performance.now();
    await seedGrowth(env, growth, (done) => console.error(done));
    console.error(`seeded in ${Math.round((performance.now() - begun) / 1000)} s`);
    return { env, growth, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const text = { type: 'string' } as const;
const { values } = parseArgs({
  allowPositionals: true,
  options: { engine: text, users: text, records: text, tenants: text },
});
const [few = 10_000, many = 1_000_000] = (values.users ?? '').split(',').filter(Boolean).map(Number);
const [less = few * 10, more = many * 10] = (values.records ?? '').split(',').filter(Boolean).map(Number);
const tenants = Number(values.tenants ?? 300);
const growthTo = (users: number, records: number): Growth => ({
  users,
  memberships: Math.round(users * 1.3),
  tenants,
  records,
});
for (const engine of (values.engine ?? 'sqlite,postgres').split(',')) {
  const small = await seedStore(engine, growthTo(few, less));
  const large = await seedStore(engine, growthTo(many, more)).catch(async (error: unknown) => {
    await small.remove();
    throw error;
  });
  try {
    console.log(`\n${engine}: p95 in ms at ${few} people and ${less} records, and at ${many} and ${more}`);
    console.log(growthTable(await compareStores(small, large)));
  } finally {
    await small.remove();
    await large.remove();
  }
}
