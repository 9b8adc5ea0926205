import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openAppStore } from '../../src/entry/app/app-schema.ts';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { sqliteFile } from '../../src/platform/database/open-sqlite.ts';
import { migrationsDigest } from './migrations-digest.ts';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/iskaznica-stores');

let made: Promise<string> | undefined;

/** Puts an empty migrated store into a data folder: a copy costs a tenth of what the migrations do. */
export async function copyStore(dataDir: string): Promise<void> {
  made ??= findOrMakeStore();
  copyFileSync(await made, sqliteFile(dataDir));
}

async function findOrMakeStore(): Promise<string> {
  const path = join(CACHE, `${migrationsDigest()}.db`);
  if (existsSync(path)) return path;
  const folder = join(CACHE, randomBytes(6).toString('hex'));
  mkdirSync(folder, { recursive: true });
  const database = await openAppStore(readSettings({ SVC_DATA_DIR: folder }));
  await database.compact(); // nothing is left in its log, which is not copied
  await database.close();
  renameSync(sqliteFile(folder), path); // test files run concurrently: any of them may be the one that is kept
  rmSync(folder, { recursive: true, force: true });
  return path;
}
