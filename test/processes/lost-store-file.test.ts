// engine: none
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sqliteFile } from '../../src/platform/database/open-sqlite.ts';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { startProcess } from '../support/service-process.ts';

async function startServing(t: TestContext) {
  const { env, emails, dataDir, service } = await seedStore(t, { people: 1, engine: 'sqlite' });
  await service.close();
  const [email = ''] = emails;
  const node = await startProcess(t, { ...env, SVC_LOG_LEVEL: 'info' });
  const { body } = await node.signIn(email, PROCESS_PASSWORD);
  const token = body.access_token;
  /** Statuses and codes of a write, a read that is remembered, another read, and a long one; readiness; the metric. */
  const seen = async () => {
    const calls = [
      await node.signIn(email, PROCESS_PASSWORD),
      await node.call('GET /api/auth/me', { token }),
      await node.call('GET /api/site'),
    ];
    const { body: ready } = await node.call('GET /health/ready');
    const { body: metrics } = await node.call('GET /metrics');
    const codes = calls.map(({ status, body: { code } }) => (code === undefined ? status : `${status} ${code}`));
    return { codes, store: ready.store, up: /^iskaznica_store_up\{.*\} (\d)$/m.exec(String(metrics))?.[1] };
  };
  return { node, file: sqliteFile(dataDir), seen };
}

const LOST = '503 store.lost';
const REFUSED = { codes: [LOST, LOST, LOST], store: 'away', up: '0' };
const SERVED = { codes: [200, 200, 200], store: 'ok', up: '1' };

for (const end of ['', '-wal'])
  test(`a database whose file${end} is moved away is served by nobody until it is back`, async (t) => {
    const { node, file, seen } = await startServing(t);
    assert.deepEqual(await seen(), SERVED);
    renameSync(`${file}${end}`, `${file}.elsewhere`);
    assert.deepEqual((await seen()).codes[0], LOST, 'a write is refused at once');
    assert.deepEqual(await seen(), REFUSED);
    assert.equal(existsSync(`${file}${end}`), false, 'nobody makes another one');
    renameSync(`${file}.elsewhere`, `${file}${end}`);
    await pause(1100);
    assert.deepEqual(await seen(), SERVED);
    assert.match(node.output(), /the file of the database was removed or replaced/);
    assert.match(node.output(), /the file of the database is back/);
  });

test('another file in its place is not taken for it', async (t) => {
  const { node, file, seen } = await startServing(t);
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  await pause(1100); // reads go by a look each second
  assert.deepEqual(await seen(), REFUSED);
  rmSync(file);
  assert.deepEqual(await seen(), REFUSED);
  assert.equal((await node.stop()).code, 0, node.output());
});
