import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTemplate, runOnServer } from './postgres-template.ts';
import { killProcessesIn } from './service-process.ts';
import { copyStore } from './sqlite-template.ts';
import { testDatabaseUrl, testEngine } from './test-engine.ts';

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
  const name = `iskaznica_test_${randomBytes(6).toString('hex')}`;
  await (migrated ? copyTemplate(name) : runOnServer(`create database ${name}`));
  const url = new URL(testDatabaseUrl);
  url.pathname = `/${name}`;
  return {
    env: { ...env, SVC_DATABASE_URL: url.href, SVC_SECRET: SECRET },
    dataDir,
    remove: async () => {
      removeFolder();
      await runOnServer(`drop database if exists ${name} with (force)`);
    },
  };
}
