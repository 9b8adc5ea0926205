import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { testEngine } from '../../../test/support/test-engine.ts';
import { createTestStore } from '../../../test/support/test-store.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { openService, type Service } from '../../entry/start/service.ts';
import { MARK_FILE } from './files-folder.ts';

async function storeWithFolder(t: TestContext) {
  const store = await createTestStore();
  t.after(() => store.remove());
  const folder = join(store.dataDir, 'zajednicka');
  const open = async (dataDir = store.dataDir): Promise<Service> => {
    const settings = readSettings({ ...store.env, SVC_DATA_DIR: dataDir, SVC_FILES_DIR: folder });
    return openService(settings, { log: pino({ level: 'silent' }) });
  };
  return { folder, open, dataDir: store.dataDir };
}

const ready = async (service: Service) =>
  (await service.server.inject({ method: 'GET', url: '/health/ready' })).json().files;

test('a folder of uploads that is not mounted stops the start instead of being made anew', async (t) => {
  const { folder, open } = await storeWithFolder(t);
  const first = await open();
  assert.equal(await ready(first), 'ok');
  await first.close();
  const mark = readFileSync(join(folder, MARK_FILE), 'utf8').trim();
  renameSync(folder, `${folder}-away`);
  await assert.rejects(open(), new RegExp(`lacks the mark .* Is the volume mounted\\? .*${mark}`));
  mkdirSync(folder); // what a mount point is without its volume
  await assert.rejects(open(), /lacks the mark/);
  writeFileSync(join(folder, MARK_FILE), 'of-another-store\n');
  await assert.rejects(open(), /has the mark of another folder/);
  writeFileSync(join(folder, MARK_FILE), `${mark}\n`); // as the message says, after moving the files
  const again = await open();
  t.after(() => again.close());
  assert.equal(await ready(again), 'ok');
});

test('readiness tells when the volume goes away under a running node, and the node stays', async (t) => {
  const { folder, open } = await storeWithFolder(t);
  const service = await open();
  t.after(() => service.close());
  renameSync(folder, `${folder}-away`);
  assert.equal(await ready(service), 'away');
  const up = (await service.figures.all()).find(({ name }) => name === 'iskaznica_files_up');
  assert.equal(up?.samples[0]?.value, 0);
  renameSync(`${folder}-away`, folder);
  assert.equal(await ready(service), 'ok');
});

test('nodes that start together agree on one mark', async (t) => {
  const { open, dataDir } = await storeWithFolder(t);
  if (testEngine === 'sqlite') return; // which one node serves
  const nodes = await Promise.all([1, 2, 3].map((node) => open(join(dataDir, `${node}`))));
  for (const node of nodes) {
    t.after(() => node.close());
    assert.equal(await ready(node), 'ok');
  }
});
