import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase, returnDatabase, takeDatabase, urlOf } from './postgres-pool.ts';
import { killProcessesIn } from './service-process.ts';
import { copyStore } from './sqlite-template.ts';
import { testEngine } from './test-engine.ts';

/** The environment of a service with its own store, and a function that removes it. */
export interface TestStore {
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  remove(): Promise<void>;
}

const SECRET = 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u';

/** A data folder and a store: none yet (on PostgreSQL an empty database), or one with all migrations done. */
export async function createTestStore(engine = testEngine, { migrated = false } = {}): Promise<TestStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'iskaznica-test-'));
  const removeFolder = () => {
    killProcessesIn(dataDir);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  const env = { SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'silent' };
  if (engine === 'sqlite') {
    if (migrated) await copyStore(dataDir);
    return { env, dataDir, remove: async () => removeFolder() };
  }
  const name = await (migrated ? takeDatabase() : createDatabase());
  return {
    env: { ...env, SVC_DATABASE_URL: urlOf(name), SVC_SECRET: SECRET },
    dataDir,
    remove: async () => {
      removeFolder();
      await (migrated ? returnDatabase(name) : dropDatabase(name));
    },
  };
}
