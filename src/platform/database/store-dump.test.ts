// engine: none
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { loadStore } from './load-dump.ts';
import { sqliteFile } from './open-sqlite.ts';
import { openHandle } from './sqlite-statements.ts';
import { dumpStore } from './store-dump.ts';

/** More than fit into one page, so that the index is rebuilt over several and its first page is used again. */
const PEOPLE = 500;

test('what is erased from a loaded dump is nowhere in its file, not even between the rows', async (t) => {
  const folder = scratchFolder(t);
  const settings = (name: string) => {
    mkdirSync(join(folder, name));
    return readSettings({ SVC_DATA_DIR: join(folder, name), SVC_DATABASE_URL: '' });
  };
  const [from, to] = [settings('from'), settings('to')];
  const store = openHandle(sqliteFile(from.server.dataDir));
  store.exec('create table people (id integer primary key, email text not null unique)');
  const add = store.prepare('insert into people (email) values (?)');
  for (let one = 0; one < PEOPLE; one++) add.run(`marker-${one}@example.hr`);
  store.close();
  await dumpStore(from, join(folder, 'dump'));
  await loadStore(to, join(folder, 'dump'));
  const loaded = openHandle(sqliteFile(to.server.dataDir));
  const { changes } = loaded.prepare(`update people set email = 'erased-' || id || '@erased.invalid'`).run();
  assert.equal(changes, PEOPLE);
  loaded.exec('pragma wal_checkpoint(truncate)');
  loaded.close();
  assert.equal(readFileSync(sqliteFile(to.server.dataDir)).includes('marker-'), false);
});
